//! Does IAM's work for the table: each request of a function is checked against the function's role.
//!
//! The DynamoDB endpoint knows who asks by the access key that the request is signed with, as AWS does. The access key of a
//! function is its name. Any other access key is the owner's, who may do everything.
//!
//! The check is that of the developer guide's pages "Using IAM policy conditions for fine-grained access control" and "Using
//! IAM with DynamoDB transactions": a transaction needs the permissions of its operations, and a statement with a condition on
//! `dynamodb:LeadingKeys` covers a request when it covers all partition keys of the request. No page says whether all
//! operations of a kind in one transaction are checked together, so they are here: what passes then passes either way.

mod access;
mod authorizer;
mod request;

pub(crate) use self::authorizer::Authorizer;
pub use self::authorizer::Refusal;

#[cfg(test)]
mod tests;
