//! The requests for one write.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::ReturnValue;
use aws_sdk_dynamodb::types::error::ConditionalCheckFailedException;

use super::attempts::Attempts;
use crate::Item;
use crate::store::Answer;
use crate::write::operation::InTransaction;

/// A request for one write. The SDK's types of the operations in a transaction, such as `aws_sdk_dynamodb::types::Put`,
/// implement it: they have the members of both requests.
pub trait SingleRequest: InTransaction + Clone + Send + Sync + 'static {
    /// The SDK's builder of the request.
    type Builder: Send;
    /// The answer.
    type Output: Answer + Send;
    /// The SDK's error.
    type Error: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static;

    /// Returns the builder with all members of the request.
    fn builder(self, client: &Client, returns: Returns) -> Self::Builder;

    /// Sends the request.
    fn send(
        builder: Self::Builder,
        attempts: &Attempts,
    ) -> impl Future<Output = Result<Self::Output, SdkError<Self::Error>>> + Send;

    /// Returns the item that the answer has.
    fn returned(output: Self::Output) -> Option<Item>;

    /// Returns the exception of a condition that did not hold.
    fn failed_condition(error: &Self::Error) -> Option<&ConditionalCheckFailedException>;

    /// Says whether an earlier try of this write may be the reason why its condition failed on what was found.
    fn explains(&self, found: Option<&Item>) -> Explains;
}

/// The item that the answer to a write contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    /// No item.
    Nothing,
    /// The item before the write.
    Old,
    /// The item after the write.
    New,
}

impl Returns {
    /// Returns the `ReturnValues` of the request; DynamoDB's default is to return nothing.
    pub(super) fn value(self) -> Option<ReturnValue> {
        match self {
            Self::Nothing => None,
            Self::Old => Some(ReturnValue::AllOld),
            Self::New => Some(ReturnValue::AllNew),
        }
    }
}

/// Whether an earlier try of a write explains why its condition failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Explains {
    /// The table holds the very item that the write puts.
    Yes,
    /// The table is as the write would have left it, or another one.
    Maybe,
    /// The write did not happen, or another one has undone it.
    No,
}
