//! Writes and checks of one item, sent alone or in a transaction.

use aws_sdk_dynamodb::types::{Put as SdkPut, ReturnValuesOnConditionCheckFailure, TransactWriteItem};
use table_keys::Timestamp;

use crate::capacity::Units;
use crate::entity::Entity;
use crate::error::Error;
use crate::expression::{Condition, Placeholders};

/// The capacity that a write consumed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Written {
    /// The consumed capacity units.
    pub units: Units,
}

/// An operation on one item: a [`Put`](crate::Put), [`Update`](crate::Update), [`Delete`](crate::Delete) or
/// [`Check`](crate::Check). [`Transaction::add`](crate::Transaction::add) takes such an operation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a part of a transaction",
    note = "`add` takes a `Put`, `Update`, `Delete` or `Check`; `TransactWriteItems` returns no items"
)]
pub trait Operation: Send {
    /// The entity of the item.
    type Entity: Entity;
    /// The SDK's type of the operation.
    #[doc(hidden)]
    type Request: InTransaction;
    /// DynamoDB's name of the operation.
    const NAME: &'static str;

    /// Builds the operation for the table of this name, at the time `now`.
    ///
    /// # Errors
    /// The error of a key or a value that can't be built.
    #[doc(hidden)]
    fn request(self, table: &str, now: Timestamp) -> Result<Self::Request, Error>;

    /// Returns true if doing the operation twice leaves the table as doing it once.
    #[doc(hidden)]
    fn is_idempotent(&self) -> bool {
        true
    }

    /// Returns the paths of the numbers, lists and sets that the operation computes with.
    #[doc(hidden)]
    fn operands(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the put that replaces an expired item, if outside of a transaction an expired item must not stop this operation.
    #[doc(hidden)]
    fn replacement_of_expired(&self, _table: &str, _now: Timestamp) -> Option<Result<SdkPut, Error>> {
        None
    }
}

/// An operation as the SDK represents it, such as `aws_sdk_dynamodb::types::Put`.
pub trait InTransaction {
    /// Returns the operation as a part of `TransactWriteItems`.
    fn in_transaction(self) -> TransactWriteItem;
}

/// Every operation asks DynamoDB for the item on which its condition failed.
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
