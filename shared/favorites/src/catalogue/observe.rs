//! Commits: they write the states of favorites to the catalogue.

use std::collections::{BTreeMap, BTreeSet};

use single_table::EpochSeconds;
use single_table::store::Backoff;
use tokio::time::Instant;

use crate::catalogue::changes::EntryChange;
use crate::catalogue::entry::{Entries, bytes};
use crate::catalogue::head::OpenHead;
use crate::catalogue::head_counts::HeadCounts;
use crate::catalogue::room::{Room, fitting};
use crate::catalogue::segment::Cuts;
use crate::catalogue::sighting::Sighting;
use crate::catalogue::slots::Slots;
use crate::error::Error;
use crate::limits::{LONE_SEGMENTS, SIGHTING_BELIEVED};
use crate::model::ids::{DataId, UserId};
use crate::search_index::UserIndex;
use crate::service::Favorites;

/// The most changes of a commit that leaves it to later commits to empty the journal, a few segments at a
/// time.
const FEW_CHANGES: usize = 8;

/// The most bytes of entries and texts that one commit adds.
const COMMIT_BYTES: usize = 64 * 1024;

impl Favorites {
    /// Writes the states of a user's favorites that were sighted at `seen` to the catalogue. They may come in any order, and
    /// repeatedly.
    ///
    /// If another writer changes the catalogue at the same time, the commit is tried again after a random wait, until `end`.
    ///
    /// # Errors
    /// [`Error::OutOfTime`] after `end`, and if the sight is older than [`SIGHTING_BELIEVED`].
    pub(crate) async fn observe(
        &self,
        user: &UserId,
        sightings: Vec<Sighting>,
        seen: EpochSeconds,
        end: Instant,
    ) -> Result<(), Error> {
        for sightings in commits(sightings) {
            let mut backoff = Backoff::default();
            let journal_bytes = loop {
                match self.try_commit(user, &sightings, seen, end).await? {
                    Committed::All { journal_bytes } => break journal_bytes,
                    Committed::Some => {}
                    Committed::Nothing => backoff.pause().await,
                }
            };
            let is_large = sightings.len() > FEW_CHANGES && journal_bytes > 2 * self.journal_bytes;
            if is_large && Instant::now() < end {
                self.settle(user).await;
            }
        }
        Ok(())
    }

    /// Tries to commit once, unless the time is over.
    async fn try_commit(
        &self,
        user: &UserId,
        sightings: &[Sighting],
        seen: EpochSeconds,
        end: Instant,
    ) -> Result<Committed, Error> {
        if Instant::now() >= end {
            return Err(Error::OutOfTime);
        }
        match self.commit(user, sightings, seen).await {
            Err(Error::Busy(error)) => {
                tracing::info!(%error, "the catalogue is busy");
                Ok(Committed::Nothing)
            }
            other => other,
        }
    }

    /// Commits the sightings that differ from the catalogue.
    async fn commit(
        &self,
        user: &UserId,
        sightings: &[Sighting],
        seen: EpochSeconds,
    ) -> Result<Committed, Error> {
        // The head comes first. What moves from the journal to a segment after it was read changes the head's revision, so it is
        // not put then.
        let mut head = self.open_head(user).await?;
        self.note_erasure(user, &mut head).await?;
        let sightings = self.believed(user, &head, sightings, seen).await?;
        let (mut changed, slots) = self.news(user, &head, &sightings).await?;
        if changed.is_empty() {
            return Ok(Committed::All { journal_bytes: 0 });
        }
        // After the reads: a tombstone that they did not find was not forgotten between the sight and now.
        if seen.plus(SIGHTING_BELIEVED) <= self.seconds() {
            return Err(Error::OutOfTime);
        }
        self.note_due(user, &mut head).await?;
        let mut cuts = Cuts::default();
        let new = changed.iter().filter(|(_, change)| change.is_new());
        let mut news: Entries = new.map(|(data_id, change)| (*data_id, change.after.clone())).collect();
        let count = news.len();
        self.append(user, &slots, &mut news, &mut cuts)?;
        let mut journal = head.journal.clone();
        // In a transaction the journal costs double. What is much of it waits for a commit of its own.
        let taken = if !cuts.is_empty() && bytes(&news) > self.journal_bytes {
            0
        } else {
            if cuts.is_empty() {
                // A lone change pays for a cut or for a run of the counts.
                let counts_bytes = counted(&head, &changed).tally.deltas.bytes();
                let may_cut = counts_bytes <= 2 * self.recent_counts_bytes();
                let most_segments = if may_cut { count.max(LONE_SEGMENTS) } else { count };
                let room = Room { news: &news, most_segments, may_cut };
                if !self.make_room(user, head.revision(), &mut journal, room, &mut cuts).await? {
                    return Ok(Committed::Nothing);
                }
            }
            fitting(&journal, &news)?
        };
        let waiting: BTreeSet<_> = news.keys().skip(taken).copied().collect();
        news.retain(|data_id, _| !waiting.contains(data_id));
        changed.retain(|data_id, _| !waiting.contains(data_id));
        let mut counts = counted(&head, &changed);
        let has_moved_entries = head.journal.keys().any(|data_id| !journal.contains_key(data_id));
        self.relieve(user, &mut counts, count, has_moved_entries || !cuts.is_empty()).await?;
        journal.extend(news);
        let versions =
            changed.iter().filter_map(|(id, change)| change.version(*id, head.revision() + 1)).collect();
        // Segments without a head: the head was lost, and the state of the search index with it.
        let is_lost = !head.is_stored() && slots.iter().any(|slot| slot.stored.is_some());
        head.is_first = !head.is_stored() && !is_lost;
        head.index = if is_lost {
            UserIndex::after_loss(self.store.now()).with(versions)
        } else {
            self.grow_index(user, &head.index, head.revision(), versions).await?
        };
        let put = self.put_head(user, &head, &counts, &journal, cuts).await?;
        if put && counts.has_many_runs() && !head.counts.has_many_runs() {
            // A turn with compactions merges them, also if no compaction is due.
            if let Err(error) = self.add_compaction(user).await {
                tracing::warn!(
                    error = error.without_values(),
                    "runs of the counts wait for the next compaction"
                );
            }
        }
        Ok(match (put, waiting.is_empty()) {
            (false, _) => Committed::Nothing,
            (true, false) => Committed::Some,
            (true, true) => Committed::All { journal_bytes: bytes(&journal) },
        })
    }

    /// Returns the entries that the sightings change, and the segments of those that are not in the journal.
    async fn news(
        &self,
        user: &UserId,
        head: &OpenHead,
        sightings: &[Sighting],
    ) -> Result<(BTreeMap<DataId, EntryChange>, Slots), Error> {
        let ids = sightings.iter().map(|sighting| sighting.data_id);
        let elsewhere: BTreeSet<_> = ids.filter(|id| !head.journal.contains_key(id)).collect();
        let slots = self.read_slots(user, elsewhere.into_iter().collect()).await?;
        let known = |id| head.journal.get(&id).or_else(|| slots.entry(id)).cloned().unwrap_or_default();
        let mut changes: BTreeMap<DataId, EntryChange> = BTreeMap::new();
        for sighting in sightings {
            let data_id = sighting.data_id;
            changes.entry(data_id).or_insert_with(|| EntryChange::none(known(data_id))).see(sighting);
        }
        // A tombstone is not forgotten here, old as it may be: the segment may still have the state before it.
        changes.retain(|_, change| change.is_new() || change.is_unindexed());
        Ok((changes, slots))
    }

    /// Moves the recent changes of counters into a run if they are too many for the head. `changes` is the
    /// number of entries that the commit changes, and `has_moved_entries` is true if it writes segments.
    ///
    /// A commit merges as many runs as fit a leaf for each of its changes. A lone change that writes segments
    /// merges none, and lets the changes grow to twice the usual size, so that it stays cheap. The worker merges
    /// many runs, since every count reads them.
    async fn relieve(
        &self,
        user: &UserId,
        counts: &mut HeadCounts,
        changes: usize,
        has_moved_entries: bool,
    ) -> Result<(), Error> {
        let is_busy = changes <= 1 && has_moved_entries;
        let most = self.recent_counts_bytes() * if is_busy { 2 } else { 1 };
        if counts.tally.deltas.bytes() <= most {
            return Ok(());
        }
        let merged_bytes = if is_busy { 0 } else { self.count_leaf_bytes() * changes.max(1) };
        let tree = self.rewrite_counts(user, counts.tree(), merged_bytes).await?;
        counts.set_tree(tree);
        Ok(())
    }

    /// Adds new entries that follow all entries of their segment to the segment itself, if they exceed the
    /// journal, since they would only pass through it. The others stay in `news`.
    fn append(&self, user: &UserId, slots: &Slots, news: &mut Entries, cuts: &mut Cuts) -> Result<(), Error> {
        for slot in slots.iter() {
            let behind = slot.behind(news);
            if behind.len() < 2 || bytes(&behind) <= self.journal_bytes || cuts.is_full() {
                continue;
            }
            news.retain(|data_id, _| !behind.contains_key(data_id));
            cuts.skip_journal(behind.keys().copied());
            if slot.stored.is_some() && bytes(&slot.entries) > self.segment_bytes / 2 {
                cuts.add(user, &behind, self.segment_bytes)?;
            } else {
                let entries = slot.with(&behind, self.seconds());
                cuts.replace(user, slot.stored.as_ref(), &entries, self.segment_bytes)?;
            }
        }
        Ok(())
    }
}

/// Returns the counters of a head after changes.
fn counted(head: &OpenHead, changed: &BTreeMap<DataId, EntryChange>) -> HeadCounts {
    let mut counts = head.counts.clone();
    for change in changed.values().filter(|change| change.is_new()) {
        counts.tally.count(&change.before, -1);
        counts.tally.count(&change.after, 1);
    }
    counts.forget_expiry_unless_dated();
    counts
}

/// The result of a try.
enum Committed {
    /// Everything is written.
    All { journal_bytes: usize },
    /// Some is written, and the rest is to be tried at once.
    Some,
    /// Somebody else changed the catalogue meanwhile.
    Nothing,
}

/// Sightings in parts that one commit takes.
fn commits(sightings: Vec<Sighting>) -> Vec<Vec<Sighting>> {
    let mut commits: Vec<Vec<Sighting>> = Vec::new();
    let mut bytes = 0;
    for sighting in sightings {
        bytes += sighting.bytes();
        match commits.last_mut() {
            Some(commit) if bytes <= COMMIT_BYTES => commit.push(sighting),
            _ => {
                bytes = sighting.bytes();
                commits.push(vec![sighting]);
            }
        }
    }
    commits
}

#[cfg(test)]
#[path = "observe_tests.rs"]
mod tests;
