//! A client's place in the change feed.

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;
use uuid::Uuid;

use crate::error::Error;
use crate::limits::CURSOR_KEEPS;
use crate::model::epoch::Epoch;
use crate::model::ids::{DataId, TagId};
use crate::model::page::Position;

/// The reason for which a place that the table has not reached is refused.
pub(super) const EARLIER_TABLE: &str = "the table is from an earlier time";

/// A client's place: all changes up to it were passed to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    /// The latest time at which the marks were those of the table.
    pub(super) since: EpochSeconds,
    pub(super) tags: Mark<u64>,
    pub(super) favorites: Mark<Sequence>,
    /// The place in the rows behind the mark: what they have up to it was passed on as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) row: Option<RowPlace>,
    /// The place of a first synchronization that is under way. The marks are those of its beginning.
    pub(super) walk: Option<Walk>,
}

/// The place among the changes of tags, or among those of favorites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark<T> {
    pub(super) life: Life,
    pub(super) after: T,
}

/// The life of the item that numbers the changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Life {
    /// The item has this epoch.
    Of(Epoch),
    /// The item numbered nothing when the synchronization began. `is_empty` says that the synchronization passed nothing to the client
    /// whose changes the item numbers.
    Unborn {
        /// True if the client has nothing.
        is_empty: bool,
    },
}

/// A place among the numbered changes of favorites. A commit may change many favorites, and all of them have the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Sequence {
    pub(super) number: u64,
    pub(super) data_id: DataId,
}

/// A place among the rows of changes of favorites: a favorite in a row. Several writers may have put rows of
/// the same revision, with different numbers that they drew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct RowPlace {
    pub(super) revision: u64,
    pub(super) drawn: u64,
    pub(super) data_id: DataId,
}

/// The next item of a first synchronization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Walk {
    /// A tag after this one, or any favorite.
    Tags(TagId),
    /// A favorite after this one, or anything in the trash.
    Favorites(DataId),
    /// A favorite in the trash after this one.
    Trash(DataId),
}

impl Sequence {
    /// Returns the place after all changes of this number.
    pub(super) fn end_of(number: u64) -> Self {
        Self { number, data_id: DataId::from(Uuid::max()) }
    }
}

impl RowPlace {
    /// Returns the place after all rows of this revision.
    pub(super) fn end_of(revision: u64) -> Self {
        Self { revision, drawn: u64::MAX, data_id: DataId::from(Uuid::max()) }
    }
}

impl Walk {
    /// The place before all tags.
    pub(super) fn begin() -> Self {
        Self::Tags(TagId::from(Uuid::nil()))
    }

    /// The place before all favorites.
    pub(super) fn favorites() -> Self {
        Self::Favorites(DataId::from(Uuid::nil()))
    }

    /// The place before everything in the trash.
    pub(super) fn trash() -> Self {
        Self::Trash(DataId::from(Uuid::nil()))
    }
}

impl Life {
    /// The life of an item that has this epoch now.
    pub(super) fn of(epoch: Option<Epoch>) -> Self {
        epoch.map_or(Self::Unborn { is_empty: true }, Self::Of)
    }

    /// Notes that the client has something.
    pub(super) fn note_item(&mut self) {
        if let Self::Unborn { is_empty } = self {
            *is_empty = false;
        }
    }

    /// Returns the life to go on with, where the item has this epoch now.
    ///
    /// A client that began before the item numbered anything can go on if it has nothing, and if the item numbers all changes of its user.
    fn follow(self, epoch: Option<Epoch>) -> Option<Self> {
        match (self, epoch) {
            (Self::Of(known), Some(epoch)) if known == epoch => Some(self),
            (Self::Unborn { .. }, None) => Some(self),
            (Self::Unborn { is_empty: true }, Some(epoch)) if epoch.is_first() => Some(Self::Of(epoch)),
            _ => None,
        }
    }
}

impl<T: Ord + Copy> Mark<T> {
    /// Returns the mark to go on with, where the item that numbers the changes has this epoch, and its last change is `last`.
    ///
    /// # Errors
    /// [`Error::CursorExpired`] if it is another item, or one from an earlier time.
    pub(super) fn follow(self, epoch: Option<Epoch>, last: T) -> Result<Self, Error> {
        let life =
            self.life.follow(epoch).ok_or(Error::CursorExpired("the numbering of changes began again"))?;
        if self.after > last {
            return Err(Error::CursorExpired(EARLIER_TABLE));
        }
        Ok(Self { life, after: self.after })
    }
}

impl Place {
    /// Reads the place.
    ///
    /// # Errors
    /// [`Error::Position`] if it is not the text of a place.
    pub(super) fn read(Position(text): &Position) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|_| Error::Position)
    }

    /// Returns the text of the place.
    pub(super) fn position(&self) -> Result<Position, Error> {
        serde_json::to_string(self).map(Position).map_err(|error| Error::Json(error.to_string()))
    }

    /// Checks that the changes since this place are still known.
    ///
    /// # Errors
    /// [`Error::CursorExpired`] after [`CURSOR_KEEPS`].
    pub(super) fn check_age(&self, now: EpochSeconds) -> Result<(), Error> {
        let is_old = self.since.plus(CURSOR_KEEPS) <= now;
        if is_old { Err(Error::CursorExpired("it is older than 90 days")) } else { Ok(()) }
    }
}

#[cfg(test)]
#[path = "place_tests.rs"]
mod tests;
