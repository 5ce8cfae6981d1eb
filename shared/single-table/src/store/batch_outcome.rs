//! Results of batches, of which DynamoDB may leave a part undone.

use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;

use super::transport::Answer;
use crate::capacity::Units;
use crate::error::{Error, FailedRequest};

/// The items that a batch read found, with the keys that DynamoDB left unread. A caller can't overlook the unread keys, because
/// only [`complete`](Self::complete) and [`into_parts`](Self::into_parts) return the items.
#[must_use = "some keys may not have been read"]
#[derive(Debug)]
pub struct Loaded<Items, Keys> {
    pub(crate) items: Items,
    pub(crate) left: Keys,
    pub(crate) unread: usize,
    pub(crate) units: Units,
}

impl<Items, Keys> Loaded<Items, Keys> {
    /// Returns the items if all keys were read.
    ///
    /// # Errors
    /// [`Unprocessed`] when DynamoDB left keys unread after several tries.
    pub fn complete(self) -> Result<Items, Unprocessed> {
        all_done::<BatchGetItemOutput, _>(self.items, self.unread)
    }

    /// Returns the items that were read, and the keys that were not read. Another request can read those keys.
    #[must_use]
    pub fn into_parts(self) -> (Items, Keys) {
        (self.items, self.left)
    }

    /// Returns the capacity units that the read consumed.
    #[must_use]
    pub fn units(&self) -> Units {
        self.units
    }
}

/// Returns `done` if a batch has no undone keys left. `A` is the answer to the requests of the batch.
pub(crate) fn all_done<A: Answer, T>(done: T, left: usize) -> Result<T, Unprocessed> {
    match left {
        0 => Ok(done),
        keys => Err(Unprocessed { operation: A::OPERATION, keys }),
    }
}

/// Keys of a batch that DynamoDB left undone after several tries. DynamoDB leaves keys undone when it throttles; it did nothing
/// with the items of these keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{operation} left {keys} keys of a batch undone: `into_parts` returns them, to be sent again later")]
#[non_exhaustive]
pub struct Unprocessed {
    /// DynamoDB's name of the operation.
    pub operation: &'static str,
    /// The number of keys that were left undone.
    pub keys: usize,
}

impl From<Unprocessed> for Error {
    fn from(left: Unprocessed) -> Self {
        let request = Box::new(FailedRequest::new(left.operation, Vec::new(), None));
        Self::Throttled { request, message: format!("{} keys were left undone", left.keys), source: None }
    }
}
