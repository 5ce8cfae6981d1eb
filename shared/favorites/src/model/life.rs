//! The lives of favorites under one id.

use serde::{Deserialize, Serialize};
use single_table::Timestamp;

/// The highest version of a favorite in an export that it keeps when it is imported. A favorite is not
/// changed as often. Earlier releases gave higher versions to favorites whose ids were chosen.
const VERSIONS: u64 = 1 << 20;

/// The life of a favorite under its id. A favorite that gets an id which another one may have had, because a
/// client or a file has chosen it, begins a life at that millisecond. All others are in the life 0, which is
/// not stored.
///
/// The states of all favorites that had an id have an order: that of their lives, and in a life that of the
/// versions. So whoever sees the states late and mixed up, like the catalogue, knows the last one, and the
/// versions that clients see begin at 1 in each life. The clock of the process that begins a life need not be
/// exact: between two lives lie two requests of a user at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Life(u64);

impl Life {
    /// Begins a life.
    pub(crate) fn begin(now: Timestamp) -> Self {
        Self(u64::try_from(now.as_unix_millis()).unwrap_or_default())
    }

    /// Returns true for the life of a favorite under an id that only it has had.
    #[must_use]
    pub fn is_only(&self) -> bool {
        self.0 == 0
    }

    /// Returns the place of a version among the states of all lives. In a life that lasts for a day, there is
    /// room for 2^46 versions.
    pub(crate) fn place(self, version: u64) -> u64 {
        self.0.saturating_mul(VERSIONS).saturating_add(version)
    }
}

/// Returns the version with which a favorite that had this one begins a life.
pub(crate) fn first_version_after(version: u64) -> u64 {
    if version <= VERSIONS { version } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_life_follows_every_version_of_an_earlier_one() {
        let life = |millis| Life::begin(Timestamp::from_unix_millis(millis).unwrap());
        let now = 1_800_000_000_000;
        assert_eq!(Life::default().place(7), 7);
        assert!(
            Life::default().place(1 << 33) < life(now).place(1),
            "an id that an earlier release has chosen"
        );
        assert!(life(now).place(1) < life(now).place(2));
        assert!(life(now).place(VERSIONS) < life(now + 1).place(1));
        // The catalogue doubles it.
        assert!(life(7_258_118_400_000).place(VERSIONS) < u64::MAX / 2, "in the year 2200");
    }

    #[test]
    fn only_versions_of_earlier_releases_begin_again() {
        assert_eq!([1, VERSIONS, VERSIONS + 1, 1 << 32].map(first_version_after), [1, VERSIONS, 1, 1]);
    }
}
