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
