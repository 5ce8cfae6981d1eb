//! What batches came to.

use crate::capacity::Units;
use crate::error::Error;

/// What a batch read found, and the keys it left: DynamoDB may leave keys unread. They can't be overlooked, because the
/// items are only reached through [`complete`](Self::complete) or [`into_parts`](Self::into_parts).
#[must_use = "some keys may not have been read"]
#[derive(Debug)]
pub struct Loaded<Items, Keys> {
    pub(crate) items: Items,
    pub(crate) left: Keys,
    pub(crate) unread: usize,
    pub(crate) units: Units,
}

impl<Items, Keys> Loaded<Items, Keys> {
    /// The items, all of which were read.
    ///
    /// # Errors
    /// [`Unprocessed`] when DynamoDB did not read them all, try after try.
    pub fn complete(self) -> Result<Items, Unprocessed> {
        all_done(self.items, self.unread)
    }

    /// The items that were read, and the keys that were not, to be asked for again.
    #[must_use]
    pub fn into_parts(self) -> (Items, Keys) {
        (self.items, self.left)
    }

    /// What it consumed.
    #[must_use]
    pub fn units(&self) -> Units {
        self.units
    }
}

pub(crate) fn all_done<T>(done: T, left: usize) -> Result<T, Unprocessed> {
    match left {
        0 => Ok(done),
        keys => Err(Unprocessed { keys }),
    }
}

/// DynamoDB left keys of a batch undone, try after try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("DynamoDB left {keys} keys of a batch undone")]
pub struct Unprocessed {
    /// How many.
    pub keys: usize,
}

impl From<Unprocessed> for Error {
    fn from(left: Unprocessed) -> Self {
        Self::Throttled { message: left.to_string() }
    }
}
