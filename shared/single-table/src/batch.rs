//! Many keys at once.

use std::fmt;

use crate::capacity::Units;
use crate::entity::Entity;
use crate::error::Error;

/// The most keys of one `BatchGetItem` (see its page in the DynamoDB API reference).
pub(crate) const MOST_READS: usize = 100;
/// The most items of one `BatchWriteItem` (see its page in the DynamoDB API reference).
pub(crate) const MOST_WRITES: usize = 25;

/// What a batch read found, in the order of the keys. DynamoDB may leave keys unread; they can't be overlooked, because
/// the items are only reached through [`complete`](Self::complete) or [`into_parts`](Self::into_parts).
#[must_use = "some keys may not have been read"]
#[derive(Debug)]
pub struct Loaded<E: Entity> {
    pub(crate) items: Vec<Option<E>>,
    pub(crate) unprocessed: Vec<E::Key>,
    pub(crate) units: Units,
}

impl<E: Entity> Loaded<E> {
    /// One entry for each key, in their order: its item, or none where there is no item.
    ///
    /// # Errors
    /// [`Unprocessed`] when DynamoDB did not read them all, try after try.
    pub fn complete(self) -> Result<Vec<Option<E>>, Unprocessed> {
        match self.unprocessed.len() {
            0 => Ok(self.items),
            keys => Err(Unprocessed { keys }),
        }
    }

    /// The entries, in which an unread key has none, and the keys that were not read.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Option<E>>, Vec<E::Key>) {
        (self.items, self.unprocessed)
    }

    /// What it consumed.
    #[must_use]
    pub fn units(&self) -> Units {
        self.units
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

/// Puts and deletes of one entity, to be written in batches. They are not a transaction, and have no conditions.
pub struct BatchWrite<E: Entity> {
    pub(crate) writes: Vec<(E::Key, Option<E>)>,
}

impl<E: Entity> BatchWrite<E> {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self { writes: Vec::new() }
    }

    /// Puts an item.
    #[must_use]
    pub fn put(mut self, entity: E) -> Self {
        self.writes.push((entity.key(), Some(entity)));
        self
    }

    /// Deletes the item of a key.
    #[must_use]
    pub fn delete(mut self, key: E::Key) -> Self {
        self.writes.push((key, None));
        self
    }
}

impl<E: Entity> Default for BatchWrite<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Entity> fmt::Debug for BatchWrite<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BatchWrite of {} {}", self.writes.len(), E::NAME.as_str())
    }
}
