//! Epochs: the lives of items that number the changes of a user.

use serde::{Deserialize, Serialize};

/// The identity of one life of an item that numbers changes. If the item is lost, deleted or restored from before there were epochs, the
/// next one has another epoch, so that nobody takes its numbers for those of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Epoch(u64);

impl Epoch {
    /// Makes an epoch of a number that no other epoch has, below 2^50. `is_first` says that the item numbers all changes of its user: no
    /// change came before it.
    pub(crate) fn new(drawn: u64, is_first: bool) -> Self {
        Self(drawn << 1 | u64::from(is_first))
    }

    /// Returns true if the item has numbered all changes of its user.
    pub(crate) fn is_first(self) -> bool {
        self.0 & 1 == 1
    }
}
