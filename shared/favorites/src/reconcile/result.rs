//! The request to a call of reconciliation, and its result.

/// The result of a call of reconciliation for one user.
///
/// A call that runs out of time in the middle of a range counts what it read and repaired there. The next call reads the whole range
/// again, and may count it a second time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reconciled {
    /// Favorites and trashed favorites that were read.
    pub favorites: u64,
    /// Entries, counters and deleted tags that were not as they should be, and were repaired.
    pub repaired: u64,
    /// The repaired ones that no pending record explains.
    pub drift: u64,
    /// Differences that wait for a second sight, at least [`DRIFT_AFTER`](crate::limits::DRIFT_AFTER) after the first one.
    pub suspects: u64,
    /// True if the pass reached the end. If not, the next call continues where this one stopped.
    pub finished: bool,
}

impl Reconciled {
    /// Returns the result of a call with two passes over one user: this one, and then another one.
    pub(super) fn followed_by(self, other: Self) -> Self {
        Self {
            favorites: self.favorites + other.favorites,
            repaired: self.repaired + other.repaired,
            drift: self.drift + other.drift,
            ..other
        }
    }

    /// Adds what another call found.
    pub fn add(&mut self, other: Self) {
        self.favorites += other.favorites;
        self.repaired += other.repaired;
        self.drift += other.drift;
        self.suspects += other.suspects;
    }
}
