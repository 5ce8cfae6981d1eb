//! How what was seen gets into the catalogue.

use std::collections::{BTreeMap, BTreeSet};

use single_table::Backoff;
use tokio::time::Instant;

use crate::catalogue::entry::{Entries, Entry, Sighting};
use crate::catalogue::head::OpenHead;
use crate::catalogue::pack::Packed;
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{DataId, UserId};
use crate::limits::JOURNAL_BYTES;

/// The fewest segments that a commit may write when the journal is full. It may write one for each entry that it changes, so
/// that the journal never grows for long.
const SEGMENTS_AT_LEAST: usize = 2;

/// The bytes of entries that one commit adds, at the most: a head with all of them is far from an item's 400 KB.
const COMMIT_BYTES: usize = 64 * 1024;

impl Favorites {
    /// Takes in what was seen of a person's favorites, in any order and as often as it comes.
    ///
    /// Others may change the catalogue at the same time: then it is read again, after a random wait, as long as there is time.
    pub(crate) async fn observe(
        &self,
        user: &UserId,
        sightings: Vec<Sighting>,
        end: Instant,
    ) -> Result<(), Error> {
        for sightings in commits(sightings) {
            let mut backoff = Backoff::default();
            while !self.try_commit(user, &sightings, end).await? {
                backoff.pause().await;
            }
        }
        Ok(())
    }

    /// One try. False when it is worth another.
    async fn try_commit(&self, user: &UserId, sightings: &[Sighting], end: Instant) -> Result<bool, Error> {
        if Instant::now() >= end {
            return Err(Error::OutOfTime);
        }
        match self.commit(user, sightings).await {
            Err(Error::Busy(error)) => {
                tracing::debug!(%error, "the catalogue is busy");
                Ok(false)
            }
            other => other,
        }
    }

    /// Writes what is news. False when somebody else changed the catalogue meanwhile.
    async fn commit(&self, user: &UserId, sightings: &[Sighting]) -> Result<bool, Error> {
        // The head comes first. What moves from the journal to a segment after it was read changes the head's revision, so it is
        // not put then.
        let head = self.open_head(user).await?;
        let changed = self.news(user, &head, sightings).await?;
        if changed.is_empty() {
            return Ok(true);
        }
        let mut tally = head.tally.clone();
        let mut settled = head.journal.clone();
        for (data_id, change) in &changed {
            tally.count(&change.before, -1);
            tally.count(&change.after, 1);
            settled.remove(data_id);
        }
        let news: Entries = changed.into_iter().map(|(data_id, change)| (data_id, change.after)).collect();
        let Some(mut journal) = self.make_room(user, &head, settled, &news).await? else { return Ok(false) };
        journal.extend(news);
        self.put_head(user, &head, &tally, &journal).await
    }

    /// The entries of which something new was seen.
    async fn news(
        &self,
        user: &UserId,
        head: &OpenHead,
        sightings: &[Sighting],
    ) -> Result<BTreeMap<DataId, Change>, Error> {
        let ids = sightings.iter().map(|sighting| sighting.data_id);
        let elsewhere: BTreeSet<_> = ids.filter(|id| !head.journal.contains_key(id)).collect();
        let slots = self.read_slots(user, &elsewhere).await?;
        let known = |id| head.journal.get(&id).or_else(|| slots.entry(id)).cloned().unwrap_or_default();
        let mut changes: BTreeMap<DataId, Change> = BTreeMap::new();
        for Sighting { data_id, seen } in sightings {
            let change = changes.entry(*data_id).or_insert_with(|| Change::none(known(*data_id)));
            change.after.see(seen.clone());
        }
        let now = self.seconds();
        changes.retain(|_, change| {
            change.after.forget(now);
            change.after != change.before
        });
        Ok(changes)
    }

    /// Moves entries of the journal to their segments where it would become too large with `news`, and gives those that stay.
    /// None when somebody else changed a segment meanwhile.
    ///
    /// The entries were counted when they came into the journal, and a segment takes in no more than it does not know yet. So it
    /// can be done again, by anyone, and left half done.
    async fn make_room(
        &self,
        user: &UserId,
        head: &OpenHead,
        mut journal: Entries,
        news: &Entries,
    ) -> Result<Option<Entries>, Error> {
        let mut size = Packed::of(&journal)?.len() + Packed::of(news)?.len();
        if size <= JOURNAL_BYTES || journal.is_empty() {
            return Ok(Some(journal));
        }
        let most = news.len().max(SEGMENTS_AT_LEAST);
        let slots = self.read_slots(user, &candidates(&journal, most, head.revision())).await?;
        for slot in slots.fullest().into_iter().take(most) {
            let moved: Entries = slot.asked.iter().filter_map(|id| journal.remove_entry(id)).collect();
            size = size.saturating_sub(moved.values().map(Entry::bytes).sum());
            if !self.fill_slot(user, slot, moved).await? {
                return Ok(None);
            }
            if size <= JOURNAL_BYTES / 2 {
                break;
            }
        }
        Ok(Some(journal))
    }
}

/// What is known of a favorite, and what will be.
struct Change {
    before: Entry,
    after: Entry,
}

impl Change {
    fn none(entry: Entry) -> Self {
        Self { after: entry.clone(), before: entry }
    }
}

/// Which entries of the journal to look up segments for: all of them when they are few. Else so many in a row, another row at
/// each revision, so that none stays behind for ever.
fn candidates(journal: &Entries, segments: usize, revision: u64) -> BTreeSet<DataId> {
    let most = segments.saturating_mul(4).max(16);
    let length = u64::try_from(journal.len()).unwrap_or(u64::MAX).max(1);
    let start = usize::try_from(revision % length).unwrap_or(0);
    journal.keys().copied().cycle().skip(start).take(most.min(journal.len())).collect()
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
