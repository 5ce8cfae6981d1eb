//! Documents as values.

use crate::numbers::{EpochSeconds, FavoriteId, TagNumber, Version};

/// A version of a favorite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The favorite.
    pub id: FavoriteId,
    /// The version. The highest version of a favorite in all runs is the valid one.
    pub version: Version,
    /// True if an older run may contain an older version.
    pub replaces_older: bool,
    /// The favorite's data, or `None` for a tombstone: this version is a deletion.
    pub live: Option<Live>,
}

/// The data that searches filter and count by, without reading the favorite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Live {
    /// The type.
    pub document_type: DocumentType,
    /// The tags, in ascending order.
    pub tags: Vec<TagNumber>,
    /// The time from which the favorite is not to be found any more.
    pub expire_time: Option<EpochSeconds>,
}

/// The number of a favorite's type, at most [`DocumentType::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DocumentType(u8);

impl DocumentType {
    /// The largest number of a type. It shares a byte with three marks and the tombstone.
    pub const MAX: u8 = 14;

    /// Returns the type with this number, or `None` if the number is larger than [`DocumentType::MAX`].
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (number <= Self::MAX).then_some(Self(number))
    }

    /// Returns the number.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }
}
