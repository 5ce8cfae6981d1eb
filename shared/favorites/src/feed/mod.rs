//! The change feed: everything of a user that changed since a cursor, so that a client can keep a copy.
//!
//! # Numbers
//!
//! Changes are numbered in two places. A transaction that changes tags raises the revision in the user's
//! quota and puts a row with this revision ([`TagChange`]). Changes of favorites and of the trash get their
//! numbers from the [catalogue](crate::catalogue): every change of an item reaches the change consumer as a
//! stream record, and the commit that takes it in is one put of the head. The *sequence number* of the change
//! is the revision of that head. The head's journal holds the changed entries with their numbers. A put of a
//! head of revision `r` that takes entries out of the journal, or takes in changes that skip it, is preceded
//! by the put of a *row* with the key `r`, which names these favorites with their numbers ([`ChangeRow`]).
//!
//! # Why no change is missing
//!
//! A cursor has the number `c` up to which its client knows all changes. A request reads the head first, at
//! revision `R`, and then all rows with keys from `c` to `R`, both consistently.
//!
//! - *Each favorite that changed after `c`, and at the latest in `R`, is in the journal of `R` or in one of
//!   these rows, with the number of its last change.* The commit `s` of its last change, `c < s ≤ R`, has put
//!   it into the journal, or into the row `s`. If it is not in the journal of `R`, a later put `t`, `s < t ≤
//!   R`, has taken it out, and has put it into the row `t` before. No head loses its journal otherwise: one
//!   that can't be read, or is lost, is replaced by a head of another *epoch*, and a cursor of another epoch
//!   is refused.
//! - *The rows are there.* A row with a key up to `R` was put before the head of `R`, which was read before
//!   the rows. It is kept for [`CHANGE_ROW_KEEPS`](crate::limits::CHANGE_ROW_KEEPS), and a cursor is refused
//!   after [`CURSOR_KEEPS`](crate::limits::CURSOR_KEEPS) if anything has changed since.
//! - *What is passed on is at least as new as the change.* The record of a change exists only after the
//!   change, so the item is read later. A change after that read has a record that is not taken in yet, or a
//!   number beyond the read head. So it is passed on later.
//! - *A client only gets favorites that the catalogue has.* Until the catalogue has [taken a favorite
//!   in](taken_in), the favorite is left out, or passed on as gone. Without this rule, a client could keep a
//!   favorite forever: the client reads a new favorite, the favorite is removed, and the records of both
//!   changes are lost. Then neither the table nor the catalogue has the favorite, so reconciliation finds no
//!   difference. A favorite that the catalogue has is a difference once its item is gone.
//!
//! A page takes the next rows only until it is full, so that each row is read about once however many pages
//! there are. A place within the feed is therefore two places: the number `c`, and a place in the rows behind
//! it. The client knows all changes up to `c`, and all those that the rows up to the other place name. The
//! rows from there on, up to a later `R`, and the journal of `R` have the others. A favorite that is in
//! several rows may come once for each page. Behind the last row, the journal moves `c` itself: its changes
//! are passed on in their order, so each number that is passed ends all changes up to it.
//!
//! So a client that follows the feed to its end, after all records were taken in, has the state of every
//! favorite. A row of a head that was never put only names favorites whose present state is passed on once
//! more. A repeated or late record that brings nothing new makes no commit, and so no number. Records that
//! were lost are repaired by reconciliation, whose repairs are commits. A favorite that expires is hidden in
//! its second of expiry, and a client that knows `expireTime` and `purgeTime` hides it in the same second,
//! without a change in the feed. The record of its removal comes later, and the feed then has its tombstone.
//!
//! For tags the same holds with the quota in place of the head: the row of each revision is put in the same
//! transaction.
//!
//! # The first synchronization
//!
//! Without a cursor, the marks are noted first, and then all items are read by id, consistently. Each item
//! has all changes up to the marks at least. The changes since then follow from the marks on, and with them
//! the favorites that were left out.

mod first;
mod page;
mod place;
mod recent;
mod states;
mod taken_in;

use single_table::EpochSeconds;

pub use self::page::{Change, ChangePage};

use self::page::Filling;
use self::place::{EARLIER_TABLE, Life, Mark, Place, Sequence, Walk};
use crate::catalogue::Head;
use crate::error::Error;
use crate::limits::CURSOR_RENEWED_AFTER;
use crate::model::epoch::Epoch;
use crate::model::ids::UserId;
use crate::model::page::Position;
use crate::model::tag::TagQuota;
use crate::service::Favorites;

/// The items that number the changes, as they were read.
struct Numbered {
    head: Option<Head>,
    quota: Option<TagQuota>,
}

impl Numbered {
    fn tags(&self) -> (Option<Epoch>, u64) {
        let epoch = self.quota.as_ref().and_then(|quota| quota.epoch);
        (epoch, self.quota.as_ref().map_or(0, |quota| quota.revision))
    }

    /// Without an epoch, the head numbers nothing.
    fn favorites(&self) -> (Option<Epoch>, Sequence) {
        let head = self.head.as_ref().and_then(|head| Some((head.epoch()?, head.revision())));
        let (epoch, revision) = head.map_or((None, 0), |(epoch, revision)| (Some(epoch), revision));
        (epoch, Sequence::end_of(revision))
    }

    /// The place of a client that begins.
    fn begin(&self, since: EpochSeconds) -> Place {
        let (tags, favorites) = (self.tags(), self.favorites());
        Place {
            since,
            tags: Mark { life: Life::of(tags.0), after: tags.1 },
            favorites: Mark { life: Life::of(favorites.0), after: favorites.1 },
            row: None,
            walk: Some(Walk::begin()),
        }
    }

    /// The place with the marks to go on with.
    fn follow(&self, place: &Place, now: EpochSeconds) -> Result<Place, Error> {
        let (tags, favorites) = (self.tags(), self.favorites());
        let place = Place {
            tags: place.tags.follow(tags.0, tags.1)?,
            favorites: place.favorites.follow(favorites.0, favorites.1)?,
            ..place.clone()
        };
        if place.row.is_some_and(|row| row.revision > favorites.1.number) {
            return Err(Error::CursorExpired(EARLIER_TABLE));
        }
        if !self.is_end(&place) {
            place.check_age(now)?;
        }
        Ok(place)
    }

    /// Returns true if nothing changed since the marks.
    fn is_end(&self, place: &Place) -> bool {
        place.tags.after == self.tags().1 && place.favorites.after == self.favorites().1
    }
}

impl Favorites {
    /// Returns what changed since a position, about the oldest change first, as it is now: tags, favorites,
    /// and the trash. Without a position, it returns everything that there is. `size` returns the bytes that
    /// a change takes in the answer; a page has as many changes as there is room for.
    ///
    /// This is one read of the head and one of the tags' quota. If something changed, it is also a query of
    /// the rows, and reads of the items that changed.
    ///
    /// # Errors
    /// [`Error::CursorExpired`] if the changes since the position are not known any more;
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn changes(
        &self,
        user: &UserId,
        position: Option<&Position>,
        size: &(dyn Fn(&Change) -> usize + Send + Sync),
    ) -> Result<ChangePage, Error> {
        let given = position.map(Place::read).transpose()?;
        let now = self.seconds();
        // Before everything else: what is read later has all changes up to these numbers.
        let numbered =
            Numbered { head: self.load_head(user, true).await?, quota: self.tag_quota(user).await? };
        let mut place = match &given {
            None => numbered.begin(now),
            Some(place) => numbered.follow(place, now)?,
        };
        let mut page = Filling::new(self.feed_room, size);
        if place.walk.is_some() {
            self.walk_all(user, numbered.head.as_ref(), &mut place, &mut page).await?;
        } else {
            self.add_tags(user, numbered.quota.as_ref(), &mut place.tags, &mut page).await?;
            self.add_favorites(user, numbered.head.as_ref(), &mut place, &mut page).await?;
        }
        let is_end = numbered.is_end(&place);
        // A cursor that is the same as before keeps its age.
        let is_renewed = given.as_ref() != Some(&place) || place.since.plus(CURSOR_RENEWED_AFTER) <= now;
        if place.walk.is_none() && is_end && is_renewed {
            place.since = now;
        }
        let more = place.walk.is_some() || !is_end;
        Ok(ChangePage { changes: page.changes, next: place.position()?, more })
    }
}
