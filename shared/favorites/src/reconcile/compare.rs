//! The items of a range against what the catalogue knows of them, and their tags against the tags that exist.

use std::collections::BTreeSet;

use futures::TryStreamExt as _;
use single_table::{EpochSeconds, Timestamp};
use tokio::time::Instant;

use super::kind::Kind;
use super::range::Range;
use super::state::{DeadTag, Work};
use super::suspects::{Difference, Sight, Suspects, Verdict};
use crate::catalogue::{Entries, Facet, Sighting};
use crate::error::Error;
use crate::limits::{DRIFT_AFTER, SUSPECTS};
use crate::model::favorite::{FavoriteData, TrashedFavorite};
use crate::model::ids::{DataId, TagId, UserId};
use crate::search_text::SearchText;
use crate::service::Favorites;

/// The comparison of one range.
struct Comparison<'a> {
    range: &'a mut Range,
    work: &'a mut Work,
    /// Differences that wait.
    found: Suspects,
    repairs: Vec<Sighting>,
    has_overflowed: bool,
    tags: BTreeSet<TagId>,
    /// The time after the items were read that are compared now.
    now: Timestamp,
}

impl Comparison<'_> {
    fn seconds(&self) -> EpochSeconds {
        EpochSeconds::of(self.now)
    }

    /// Compares what the catalogue knows of an item with the state that `right` makes of it.
    fn compare<K: Kind>(
        &mut self,
        data_id: DataId,
        changed: Option<Timestamp>,
        right: impl FnOnce(&mut Facet<K::Known>),
        text: impl FnOnce() -> SearchText,
    ) {
        let known = self.range.entries.get(&data_id).cloned().unwrap_or_default();
        let mut mended = known.clone();
        right(K::known_mut(&mut mended));
        if mended == known {
            return;
        }
        let difference = Difference::of::<K>(data_id, K::known(&known), K::known(&mended), changed);
        let sight = Sight { catalogue: self.range.read_at, item: self.seconds() };
        match self.work.state.suspects.verdict(difference, self.work.pass.at_once, sight) {
            Verdict::Wait(seen) => self.has_overflowed |= !self.found.note(difference, seen),
            Verdict::Repair { drift } => {
                self.work.mended(drift);
                self.repairs.push(Sighting::wrong(data_id, known, mended.clone(), text()));
                self.range.entries.insert(data_id, mended);
            }
        }
    }
}

impl Favorites {
    /// Compares the items of a range with the catalogue, and repairs the differences whose time has come. The range ends earlier if
    /// it has too many items. Returns the tags of its favorites.
    ///
    /// The catalogue was read first. So where the two differ, the item is the later one, and the repair is a commit on the condition
    /// that the entry is still as it was read.
    pub(super) async fn compare_range(
        &self,
        user: &UserId,
        range: &mut Range,
        work: &mut Work,
        end: Instant,
    ) -> Result<BTreeSet<TagId>, Error> {
        let mut comparison = Comparison {
            range,
            work,
            found: Suspects::default(),
            repairs: Vec::new(),
            has_overflowed: false,
            tags: BTreeSet::new(),
            now: self.store.now(),
        };
        let live = self.compare_items::<FavoriteData>(user, &mut comparison, end).await?;
        let trash = self.compare_items::<TrashedFavorite>(user, &mut comparison, end).await?;
        // The end of the range is known now.
        self.compare_gone::<FavoriteData>(user, &live, &mut comparison, end).await?;
        self.compare_gone::<TrashedFavorite>(user, &trash, &mut comparison, end).await?;
        let Comparison { range, work, found, mut has_overflowed, tags, now, .. } = comparison;
        has_overflowed |= !work.state.suspects.replace(range.from, range.to, found);
        if has_overflowed {
            work.overflow(EpochSeconds::of(now));
        }
        work.result.favorites +=
            [live, trash].iter().flatten().filter(|data_id| range.has(**data_id)).count() as u64;
        Ok(tags)
    }

    /// Compares the items that there are, page by page, and returns their ids.
    async fn compare_items<K: Kind>(
        &self,
        user: &UserId,
        comparison: &mut Comparison<'_>,
        end: Instant,
    ) -> Result<BTreeSet<DataId>, Error> {
        let last = comparison.range.to.unwrap_or_else(|| DataId::from(uuid::Uuid::max()));
        let query = K::items(user.clone(), comparison.range.from, last).limit(self.reconciled_items);
        let mut pages = self.store.pages(query.consistent().including_expired());
        let mut met = BTreeSet::new();
        while let Some(items) = pages.try_next().await? {
            comparison.now = self.store.now();
            for item in items {
                // The query includes the first id of the next range.
                if !comparison.range.has(item.data_id()) {
                    continue;
                }
                met.insert(item.data_id());
                comparison.tags.extend(item.tags(comparison.now));
                let right = |known: &mut Facet<K::Known>| *known = item.state();
                comparison.compare::<K>(item.data_id(), Some(item.changed()), right, || item.text());
                if comparison.range.head.index.loss().is_some() {
                    comparison.repairs.extend(item.unindexed());
                }
            }
            self.repair(user, comparison, end).await?;
            if met.len() >= usize::try_from(self.reconciled_items).unwrap_or(usize::MAX) {
                met.last().into_iter().for_each(|last| comparison.range.end_after(*last));
                break;
            }
        }
        comparison.now = self.store.now();
        Ok(met)
    }

    /// Compares what the catalogue knows of items that are not there.
    async fn compare_gone<K: Kind>(
        &self,
        user: &UserId,
        met: &BTreeSet<DataId>,
        comparison: &mut Comparison<'_>,
        end: Instant,
    ) -> Result<(), Error> {
        let known = |entries: &Entries| -> Vec<DataId> {
            let present = entries.iter().filter(|(_, entry)| K::known(entry).present().is_some());
            present.map(|(data_id, _)| *data_id).filter(|data_id| !met.contains(data_id)).collect()
        };
        let now = comparison.seconds();
        for data_id in known(&comparison.range.entries) {
            if comparison.range.has(data_id) {
                comparison.compare::<K>(data_id, None, |known| known.remove(now), SearchText::default);
            }
        }
        self.repair(user, comparison, end).await
    }

    /// Commits the repairs of what was compared so far.
    async fn repair(
        &self,
        user: &UserId,
        comparison: &mut Comparison<'_>,
        end: Instant,
    ) -> Result<(), Error> {
        let repairs = std::mem::take(&mut comparison.repairs);
        self.observe(user, repairs, comparison.range.read_at, end).await?;
        if comparison.range.head.index.loss().is_some() {
            // All favorites together are more than the text slots of the search index hold.
            Box::pin(self.compact_index(user, end)).await?;
        }
        Ok(())
    }

    /// Begins the clean-up of a deleted tag that favorites still have at the second sight. While a clean-up
    /// is under way, it removes the tag from the favorites, which isn't drift. `read_at` is a time before the
    /// favorites were read. If the pass has stalled since, the clean-up may have removed the tag in the
    /// meantime.
    pub(super) async fn compare_tags(
        &self,
        user: &UserId,
        tags: &BTreeSet<TagId>,
        read_at: EpochSeconds,
        work: &mut Work,
    ) -> Result<(), Error> {
        let new: BTreeSet<TagId> =
            tags.iter().copied().filter(|tag_id| !work.pass.dead_tags.contains_key(tag_id)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let existing = self.existing_tags(user, &new).await?;
        let now = self.seconds();
        for tag_id in new.difference(&existing).take(SUSPECTS - work.pass.dead_tags.len().min(SUSPECTS)) {
            let seen = work.state.dead_tags.get(tag_id).map(|dead_tag| dead_tag.seen);
            let is_confirmed = seen.is_some_and(|seen| seen.plus(DRIFT_AFTER) <= read_at);
            if (is_confirmed || work.pass.at_once) && self.resume_cleanup(user, *tag_id).await? {
                work.mended(is_confirmed);
            }
            let dead_tag = DeadTag { seen: seen.unwrap_or(now), is_confirmed };
            work.pass.dead_tags.insert(*tag_id, dead_tag);
        }
        Ok(())
    }
}
