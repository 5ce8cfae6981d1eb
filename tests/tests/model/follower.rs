//! A client that follows the change feed of a user, and keeps a copy of what the user has.

use std::collections::{BTreeMap, BTreeSet};

use favorites_api::Favorites;
use favorites_api::favorites::limits::CURSOR_KEEPS;
use favorites_api::favorites::{
    Change, DataId, EpochSeconds, Error, FavoriteData, Position, Tag, TagId, Timestamp, TrashedFavorite,
    UserId,
};
use serde_json::Value;

use crate::tally::{Event, Tally};
use crate::wrong::wrong;

/// The most pages until the end of the feed. A history makes far fewer changes.
const MOST_PAGES: usize = 10_000;

/// A client.
#[derive(Debug, Clone)]
pub(crate) struct Follower {
    pub(crate) user: UserId,
    cursor: Option<Position>,
    /// The time from which the cursor's age counts: that of the request that gave it at the end of the feed, and before that, that of the
    /// request with which the client began to read on.
    asked: Timestamp,
    copy: Copy,
    tally: Tally,
}

/// The copy of a user's favorites and tags.
#[derive(Debug, Clone, Default)]
struct Copy {
    tags: BTreeMap<TagId, Tag>,
    favorites: BTreeMap<DataId, FavoriteData>,
    trash: BTreeMap<DataId, TrashedFavorite>,
}

impl Copy {
    fn apply(&mut self, change: Change, tally: &mut Tally) {
        match change {
            Change::Tag(tag) => drop(self.tags.insert(tag.tag_id, tag)),
            Change::GoneTag(tag_id) => {
                self.tags.remove(&tag_id);
                tally.count(Event::Tombstone, 1);
            }
            Change::Favorite(favorite) => {
                self.trash.remove(&favorite.data_id);
                self.favorites.insert(favorite.data_id, *favorite);
            }
            Change::Trashed(trashed) => {
                self.favorites.remove(&trashed.data_id);
                self.trash.insert(trashed.data_id, *trashed);
            }
            Change::GoneFavorite(data_id) => {
                self.favorites.remove(&data_id);
                self.trash.remove(&data_id);
                tally.count(Event::Tombstone, 1);
            }
        }
    }
}

impl Follower {
    /// Returns a client of this user that has nothing yet.
    pub(crate) fn new(user: UserId, now: Timestamp) -> Self {
        Self { user, cursor: None, asked: now, copy: Copy::default(), tally: Tally::default() }
    }

    /// The events so far.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Reads at most this number of pages. If `is_last_lost`, the client stops before it has noted the last one.
    pub(crate) async fn read(
        &mut self,
        service: &Favorites,
        pages: usize,
        is_last_lost: bool,
    ) -> Result<(), String> {
        for page in 1..=pages {
            let before = self.clone();
            let more = self.read_page(service).await?;
            if is_last_lost && page == pages {
                *self = Self { tally: self.tally.clone(), ..before };
                self.tally.count(Event::LostPage, 1);
                return Ok(());
            }
            if !more {
                return Ok(());
            }
        }
        self.tally.count(Event::Stop, 1);
        Ok(())
    }

    /// Reads all pages up to the end.
    pub(crate) async fn read_all(&mut self, service: &Favorites) -> Result<(), String> {
        for _ in 0..MOST_PAGES {
            if !self.read_page(service).await? {
                return Ok(());
            }
        }
        Err(wrong(&format!("the feed of {:?} has no end", self.user)))
    }

    /// Reads a page, and returns true if another one follows.
    async fn read_page(&mut self, service: &Favorites) -> Result<bool, String> {
        let asked = service.now();
        let page = match service.changes(&self.user, self.cursor.as_ref(), &|_| 1).await {
            Ok(page) => page,
            Err(error @ Error::CursorExpired(_)) => return self.start_over(&error, asked),
            // It tries again.
            Err(Error::Busy(_)) => return Ok(true),
            Err(error) => return Err(format!("the feed of {:?} fails: {error}", self.user)),
        };
        self.tally.count(Event::Page, 1);
        for change in page.changes {
            self.copy.apply(change, &mut self.tally);
        }
        let next = Some(page.next);
        if self.cursor.is_none() || (!page.more && self.cursor != next) {
            self.asked = asked;
        }
        self.cursor = next;
        Ok(page.more)
    }

    /// Starts over, or fails if the service had no reason to refuse the cursor.
    fn start_over(&mut self, error: &Error, now: Timestamp) -> Result<bool, String> {
        // The age of a cursor is counted in whole seconds.
        let is_old = EpochSeconds::of(self.asked).plus(CURSOR_KEEPS) <= EpochSeconds::of(now);
        // The numbering begins with the first change that the consumer takes in. A client that began before that, and has something, can't
        // know whether it missed something.
        let cursor = self.cursor.as_ref().map_or("", |Position(text)| text);
        let is_unborn = cursor.contains("Unborn");
        if !is_old && !is_unborn {
            return Err(wrong(&format!("{:?} must not start over at {cursor}: {error}", self.user)));
        }
        self.tally.count(if is_unborn { Event::StartUnborn } else { Event::StartOld }, 1);
        (self.cursor, self.copy) = (None, Copy::default());
        Ok(true)
    }

    /// Compares the copy with the table's items, and the contents of some of it with what the service answers. Returns the faults, one line
    /// each.
    pub(crate) async fn faults(&self, service: &Favorites, items: &[Value]) -> Result<Vec<String>, String> {
        let now = EpochSeconds::of(service.now());
        let is_live = |end: Option<EpochSeconds>| end.is_none_or(|end| end > now);
        let favorites = self.copy.favorites.values().filter(|favorite| is_live(favorite.expire_time));
        let copied: BTreeSet<String> =
            favorites.map(|favorite| format!("{} {}", favorite.data_id, favorite.version)).collect();
        let trash = self.copy.trash.values().filter(|trashed| is_live(Some(trashed.purge_time)));
        let trashed: BTreeSet<String> =
            trash.map(|trashed| format!("{} {}", trashed.data_id, trashed.delete_time)).collect();
        let tags = self.copy.tags.values();
        let tags: BTreeSet<String> = tags.map(|tag| format!("{} {}", tag.tag_id, tag.version)).collect();
        let mut faults = Vec::new();
        for (entity, id, state, copied) in [
            ("FavoriteData", "dataId", "version", copied),
            ("Trash", "dataId", "deleteTime", trashed),
            ("Tag", "tagId", "version", tags),
        ] {
            let own =
                items.iter().filter(|item| item["type"] == entity && item["userId"] == self.user.as_str());
            let live = own.filter(|item| item["ttl"].as_u64().is_none_or(|ttl| ttl > now.get()));
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let there: BTreeSet<String> =
                live.map(|item| format!("{} {}", text(&item[id]), text(&item[state]))).collect();
            if there != copied {
                let lacks: Vec<_> = there.difference(&copied).collect();
                let has: Vec<_> = copied.difference(&there).collect();
                faults
                    .push(format!("a copy of {entity} of {:?} lacks {lacks:?}, and has {has:?}", self.user));
            }
        }
        for favorite in self.copy.favorites.values().filter(|favorite| is_live(favorite.expire_time)).take(2)
        {
            let now = service.favorite(&self.user, favorite.data_id).await.ok();
            if now.as_ref() != Some(favorite) {
                faults.push(format!("a copy has {favorite:?}; the service has {now:?}"));
            }
        }
        Ok(faults)
    }
}
