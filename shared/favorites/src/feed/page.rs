//! A page of the change feed, and the room on it.

use crate::model::favorite::{FavoriteData, TrashedFavorite};
use crate::model::ids::{DataId, TagId};
use crate::model::page::{FeedRoom, Position};
use crate::model::tag::Tag;

/// Something that changed, as it is now.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The tag exists.
    Tag(Tag),
    /// The tag was deleted, or merged into another one.
    GoneTag(TagId),
    /// The favorite exists, and is not in the trash.
    Favorite(Box<FavoriteData>),
    /// The favorite is in the trash. Its tags are those that it had when it was deleted, also those that are gone.
    Trashed(Box<TrashedFavorite>),
    /// The favorite was deleted for good, has expired, or has another id since its `clipTime` changed.
    GoneFavorite(DataId),
}

/// A page of changes, the oldest first.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangePage {
    /// The changes.
    pub changes: Vec<Change>,
    /// The position after them.
    pub next: Position,
    /// True if more changes follow at once.
    pub more: bool,
}

/// A page that is being filled. Its first change always fits, so that each page goes on.
pub(super) struct Filling<'a> {
    pub(super) changes: Vec<Change>,
    size: &'a (dyn Fn(&Change) -> usize + Send + Sync),
    left: usize,
}

impl<'a> Filling<'a> {
    pub(super) fn new(room: FeedRoom, size: &'a (dyn Fn(&Change) -> usize + Send + Sync)) -> Self {
        Self { changes: Vec::new(), size, left: room.bytes }
    }

    /// Adds a change, and returns true, if there is room for it.
    pub(super) fn add(&mut self, change: Change) -> bool {
        let size = (self.size)(&change);
        if size > self.left && !self.changes.is_empty() {
            self.left = 0;
            return false;
        }
        self.left = self.left.saturating_sub(size);
        self.changes.push(change);
        true
    }

    /// Adds a small change, if need be beyond the room.
    pub(super) fn add_anyway(&mut self, change: Change) {
        self.left = self.left.saturating_sub((self.size)(&change));
        self.changes.push(change);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn gone(number: u128) -> Change {
        Change::GoneTag(TagId::from(Uuid::from_u128(number)))
    }

    #[test]
    fn a_page_is_full_when_the_next_change_does_not_fit() {
        let mut page = Filling::new(FeedRoom { bytes: 10, changes: 1 }, &|_| 4);
        assert!(page.add(gone(1)) && page.add(gone(2)));
        assert!(!page.add(gone(3)), "2 bytes are left");
        assert_eq!(page.changes, [gone(1), gone(2)]);
    }

    #[test]
    fn the_first_change_always_fits() {
        let mut page = Filling::new(FeedRoom { bytes: 10, changes: 1 }, &|_| 11);
        assert!(page.add(gone(1)) && !page.add(gone(2)));
    }
}
