//! Writes and checks of one item, which serve alone and in a transaction.

use aws_sdk_dynamodb::types::{ReturnValuesOnConditionCheckFailure, TransactWriteItem};
use table_keys::Timestamp;

use crate::capacity::Units;
use crate::entity::Entity;
use crate::error::Error;
use crate::expression::{Condition, Placeholders};

/// What a write that happened consumed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Written {
    /// Its capacity units.
    pub units: Units,
}

/// An operation in the form that `TransactWriteItems` takes; a single write is made from the same.
pub trait Operation: Send {
    /// The entity it is about.
    type Entity: Entity;
    /// DynamoDB's name for it.
    const NAME: &'static str;

    /// The request's part for it.
    ///
    /// # Errors
    /// When a key or a value can't be made.
    #[doc(hidden)]
    fn build(self, table: &str, now: Timestamp) -> Result<TransactWriteItem, Error>;
}

pub(super) const OLD: ReturnValuesOnConditionCheckFailure = ReturnValuesOnConditionCheckFailure::AllOld;

pub(super) fn rendered<E: Entity>(
    condition: Option<Condition<E>>,
    placeholders: &mut Placeholders,
    now: Timestamp,
) -> Result<Option<String>, Error> {
    condition.map(|condition| condition.render(placeholders, now)).transpose()
}

pub(super) fn built<T>(result: Result<T, aws_sdk_dynamodb::error::BuildError>) -> T {
    result.expect("every required member of the request is set right before")
}
