//! The number of a stored item, and the rule that protects items from late writers.

use serde::{Deserialize, Serialize};

/// The number of a stored item: the revision of the state that its writer read, so later jobs have higher numbers.
///
/// A writer puts an item only where [`WriteNumber::may_replace`] permits it. An equal number is refused as well: two writers that
/// read the same revision may have different content, and the second must not replace an item that the first is about to commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WriteNumber(pub u64);

impl WriteNumber {
    /// Returns true if an item with this number may take the place of the one that is `present`: there is none, or its number is
    /// lower.
    #[must_use]
    pub fn may_replace(self, present: Option<Self>) -> bool {
        present.is_none_or(|present| present < self)
    }
}

#[cfg(test)]
#[path = "write_number_tests.rs"]
mod tests;
