//! Requests for one write.

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
    /// The SDK's output of the request.
    type Output: Answer + Send;
    /// The SDK's error of the request.
    type Error: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static;
    /// False if some engines return the key as the old item although there was no item.
    const RETURNS_ONLY_ITEMS: bool;

    /// Returns the builder with all parameters of the request.
    fn builder(self, client: &Client, returns: Returns) -> Self::Builder;

    /// Sends the request.
    fn send(
        builder: Self::Builder,
        attempts: &Attempts,
    ) -> impl Future<Output = Result<Self::Output, SdkError<Self::Error>>> + Send;

    /// Returns the item in the answer.
    fn returned(output: Self::Output) -> Option<Item>;

    /// Returns the exception if the error is a condition that did not hold.
    fn failed_condition(error: &Self::Error) -> Option<&ConditionalCheckFailedException>;

    /// Returns whether an earlier try of this write may be the reason why its condition failed on the item that was found. `version` is
    /// the attribute that counts the versions of the item.
    fn explains(&self, found: Option<&Item>, version: Option<&str>) -> Explains;
}

/// The item that DynamoDB returns for a write.
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

/// The ways in which an earlier try of a write can explain that the write's condition failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Explains {
    /// The table holds exactly the item that the write puts.
    Yes,
    /// The table is as this write would have left it, but another writer may have left it so too.
    Maybe,
    /// The write did not happen, or another writer has undone it.
    No,
}
