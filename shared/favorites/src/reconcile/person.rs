//! One person's catalogue against their favorites.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use single_table::{EpochSeconds, Offset, Timestamp};
use tokio::time::Instant;

use super::kind::Kind;
use crate::catalogue::{Entries, Entry, Sighting};
use crate::error::Error;
use crate::favorite::{FavoriteData, TrashedFavorite};
use crate::favorites::Favorites;
use crate::ids::{DataId, TagId, UserId};
use crate::limits::DRIFT_AFTER;

/// What was found and mended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reconciled {
    /// Favorites and trashed favorites that were read.
    pub favorites: u64,
    /// Entries, counters and deleted tags that were not what they should be, and were mended.
    pub repaired: u64,
    /// Those of them that can't be explained by records that are still on their way: of items that did not change within
    /// [`DRIFT_AFTER`].
    pub drift: u64,
}

impl Reconciled {
    fn mended(&mut self, drifted: bool) {
        self.repaired += 1;
        self.drift += u64::from(drifted);
    }

    pub(super) fn add(&mut self, other: Self) {
        self.favorites += other.favorites;
        self.repaired += other.repaired;
        self.drift += other.drift;
    }
}

/// A comparison under way.
struct Comparison {
    entries: Entries,
    repairs: Vec<Sighting>,
    /// Tags that favorites have.
    tags: BTreeSet<TagId>,
    result: Reconciled,
    now: EpochSeconds,
}

impl Comparison {
    /// Has the entry be as `mend` makes it. `changed` is when its item last changed, where there is one.
    fn expect(&mut self, data_id: DataId, changed: Option<Timestamp>, mend: impl FnOnce(&mut Entry)) {
        let entry = self.entries.entry(data_id).or_default();
        let found = entry.clone();
        mend(entry);
        if *entry == found {
            return;
        }
        self.repairs.push(Sighting::wrong(data_id, found, entry.clone()));
        let settled = changed.is_none_or(|changed| EpochSeconds::of(changed).plus(DRIFT_AFTER) <= self.now);
        self.result.mended(settled);
    }
}

impl Favorites {
    /// Holds a person's catalogue against their favorites, and mends it. A favorite that changes meanwhile is left to the stream's
    /// consumer. Then it brings the signatures up to date by which a search knows what it need not read.
    ///
    /// # Errors
    /// [`Error::OutOfTime`] when `time_left` was too short: what was mended by then stays so. [`Error::Busy`] and [`Error::Table`].
    pub async fn reconcile_person(&self, user: &UserId, time_left: Duration) -> Result<Reconciled, Error> {
        let end = Instant::now() + time_left;
        let known = self.recount(user, end).await?;
        let mut comparison = Comparison {
            entries: known.entries,
            repairs: Vec::new(),
            tags: BTreeSet::new(),
            result: Reconciled { repaired: known.mended, drift: known.mended, favorites: 0 },
            now: self.seconds(),
        };
        self.compare::<FavoriteData>(user, &mut comparison, end).await?;
        self.compare::<TrashedFavorite>(user, &mut comparison, end).await?;
        self.compare_tags(user, &mut comparison).await?;
        self.sign(user, &known.segments, end).await?;
        Ok(comparison.result)
    }

    async fn compare<K: Kind>(
        &self,
        user: &UserId,
        with: &mut Comparison,
        end: Instant,
    ) -> Result<(), Error> {
        let present = with.entries.iter().filter(|(_, entry)| K::is_present(entry));
        let mut unmet: BTreeSet<_> = present.map(|(data_id, _)| *data_id).collect();
        let mut offset: Option<Offset<K::Items>> = None;
        loop {
            let items = K::items(user.clone()).consistent().including_expired();
            let page = self.store.page(items.after(offset)).await?;
            for item in &page.items {
                unmet.remove(&item.data_id());
                with.result.favorites += 1;
                with.tags.extend(item.tags());
                with.expect(item.data_id(), Some(item.changed()), |entry| item.set(entry));
            }
            self.observe(user, std::mem::take(&mut with.repairs), end).await?;
            offset = page.next;
            if offset.is_none() {
                break;
            }
        }
        let now = with.now;
        for data_id in unmet {
            with.expect(data_id, None, |entry| K::remove(entry, now));
        }
        self.observe(user, std::mem::take(&mut with.repairs), end).await
    }

    /// Has tags that are gone, and that favorites still have, be taken off.
    async fn compare_tags(&self, user: &UserId, with: &mut Comparison) -> Result<(), Error> {
        let existing = self.existing_tags(user, &with.tags).await?;
        for tag_id in with.tags.difference(&existing) {
            self.resume_cleanup(user, *tag_id).await?;
            with.result.mended(true);
        }
        Ok(())
    }
}
