//! Calls of AWS services with the caller's own credentials.
//!
//! Lambda and Step Functions are called here over HTTP, signed with `aws-sigv4`. Their SDKs have 246,000 lines, nearly twice as many
//! as that of DynamoDB, for three operations.

mod arn;
mod call;
mod error;
mod refusal;
mod settings;
mod sign;

pub(crate) use self::arn::Arn;
pub(crate) use self::call::{Aws, Call, Reply};
pub(crate) use self::error::AwsError;
pub(crate) use self::refusal::RefusalKind;
pub(crate) use self::settings::sdk_config;
