//! Changes to items.

use super::TableItem;
use crate::table::{Presence, Streamed};

/// A change to an item, with the images that the stream's view shows.
///
/// An image that the stream does not show has the type [`NotShown`](crate::table::NotShown). With the view
/// `NEW_AND_OLD_IMAGES` both types are the enum of the table's items.
///
/// DynamoDB Streams reports a write as a change only if it changes the item (see "Change data capture for DynamoDB Streams" in
/// the developer guide).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<Old, New = Old> {
    /// The item is new.
    Inserted {
        /// The item after the change.
        new: New,
    },
    /// Some attributes of the item changed.
    Modified {
        /// The item before the change.
        old: Old,
        /// The item after the change.
        new: New,
    },
    /// The item was deleted.
    Removed {
        /// The item before the deletion.
        old: Old,
        /// True if DynamoDB deleted the item because its time to live had expired. In a global table, only the stream of the
        /// Region that deleted the item says so (see "DynamoDB Streams and Time to Live" in the developer guide).
        by_ttl: bool,
    },
}

impl<Old, New> Change<Old, New> {
    /// Returns the item before the change. An inserted item has none.
    pub fn old(&self) -> Option<&Old> {
        match self {
            Self::Inserted { .. } => None,
            Self::Modified { old, .. } | Self::Removed { old, .. } => Some(old),
        }
    }

    /// Returns the item after the change. A removed item has none.
    pub fn current(&self) -> Option<&New> {
        match self {
            Self::Inserted { new } | Self::Modified { new, .. } => Some(new),
            Self::Removed { .. } => None,
        }
    }

    /// Returns the item before and after the change.
    pub fn into_images(self) -> (Option<Old>, Option<New>) {
        match self {
            Self::Inserted { new } => (None, Some(new)),
            Self::Modified { old, new } => (Some(old), Some(new)),
            Self::Removed { old, .. } => (Some(old), None),
        }
    }
}

/// The change of an item in the table of `C`, with the images that the table's stream shows.
pub type ChangeOf<C> = Change<
    <<<C as TableItem>::Table as Streamed>::OldImage as Presence>::Image<C>,
    <<<C as TableItem>::Table as Streamed>::NewImage as Presence>::Image<C>,
>;
