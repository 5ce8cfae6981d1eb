//! Checks each request of a function against the function's role, as IAM does on AWS.
//!
//! The DynamoDB endpoint and the S3 endpoint identify the caller by the access key of the request's signature, as AWS does. The
//! access key of a function is its name. Any other access key belongs to the owner, who may do everything. A presigned URL has the
//! access key of the function that signed it, and so the rights of this function.
//!
//! The check follows the developer guide's pages "Using IAM policy conditions for fine-grained access control" and "Using IAM
//! with DynamoDB transactions": a transaction needs the permissions of its operations, and a statement with a condition on
//! `dynamodb:LeadingKeys` allows a request only if it allows all partition keys of the request. The guide does not say whether
//! IAM checks all operations of a kind in a transaction together. This check does, which is the stricter way: a request that
//! passes here passes in both cases.

mod access;
mod authorizer;
mod object;
mod request;

pub(crate) use self::authorizer::Authorizer;
pub use self::authorizer::Refusal;
pub(crate) use self::object::Target;

#[cfg(test)]
mod tests;
