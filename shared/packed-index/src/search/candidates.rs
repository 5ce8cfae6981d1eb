//! The documents that a search finds in all runs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use futures::future::{BoxFuture, FutureExt as _};

use super::evaluate::Condition;
use super::items::{FoundBlock, SearchItems};
use super::run::{EstimatedHit, SearchedRun};
use super::wanted::{Budget, SearchedIds, Wanted};
use crate::block::Block;
use crate::document::Document;
use crate::fence::Fence;
use crate::numbers::FavoriteId;
use crate::tiers::{IndexLimits, IndexState, ItemKey, ReadError, Run, SetPlace, StoredItem};
use crate::write_number::WriteNumber;

/// The documents of runs that meet the conditions of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidates {
    /// The documents, newest first. Of two versions that meet the conditions, the higher one. There may be a higher version still
    /// that does not meet them, in another run or in a text slot: see [`Document::replaces_older`].
    pub documents: Vec<Document>,
    /// The id down to which the runs were searched. `None`: all of them were, down to the lowest id.
    pub searched_to: Option<FavoriteId>,
}

/// The most reads of blocks that wait for the store at the same time.
const BLOCKS_AT_ONCE: usize = 64;

/// A search under way.
struct Search<'a, I> {
    items: &'a I,
    state: &'a IndexState,
    condition: Condition,
    runs: Vec<SearchedRun<'a>>,
    /// The bytes that the search may still read.
    bytes: usize,
}

/// The blocks that a search reads next.
#[derive(Clone, Copy)]
enum Blocks {
    /// The blocks that may have one of the newest hits, by the estimated times of hits.
    OfNewestHits,
    /// All blocks that a run needs.
    All,
}

impl IndexState {
    /// Searches the runs until enough documents are found, or the budget is used up. Text slots are not searched here.
    ///
    /// Each search gets on: pages that continue where the last one ended reach the lowest id.
    ///
    /// # Errors
    /// [`ReadError`] if items can't be read, or are not those that the state names. Then read the state again.
    pub fn search<'a, I: SearchItems + Sync>(
        &'a self,
        items: &'a I,
        wanted: &'a Wanted,
        ids: SearchedIds,
        limits: &'a IndexLimits,
        Budget { enough, bytes }: Budget,
    ) -> BoxFuture<'a, Result<Candidates, ReadError<I::Error>>> {
        // Boxed, because callers can't show that a future with the reads of a trait is `Send` for all lifetimes.
        async move {
            let mut leaves = Vec::new();
            let condition = Condition::new(wanted, &mut leaves);
            let mut runs = Vec::new();
            for set in self.sets() {
                let reached = set.runs().iter().filter(|run| run.may_have(ids.lowest, ids.highest()));
                let new =
                    |run: &Run| SearchedRun::new(set.place(), *run, limits.documents_in_item, &leaves, ids);
                runs.extend(reached.map(new));
            }
            let mut search = Search { items, state: self, condition, runs, bytes };
            search.begin().await?;
            search.find(enough.max(1)).await
        }
        .boxed()
    }
}

impl<I: SearchItems> Search<'_, I> {
    /// Finds the first document of each run, and reads the first blocks of all terms and beginnings.
    async fn begin(&mut self) -> Result<(), ReadError<I::Error>> {
        loop {
            let located = self.runs.iter_mut().enumerate();
            let wanted: Vec<_> =
                located.filter_map(|(run, searched)| Some((run, searched.locate()?))).collect();
            if wanted.is_empty() {
                break;
            }
            self.read_documents(&wanted).await?;
        }
        let first =
            self.runs.iter().flat_map(|run| run.first_blocks().into_iter().map(|fence| (run.set, fence)));
        self.read_blocks(one_of_each_term(first)).await
    }

    async fn find(mut self, enough: usize) -> Result<Candidates, ReadError<I::Error>> {
        let (mut hits, mut blocks) = (enough, Blocks::OfNewestHits);
        loop {
            if !self.evaluate(hits, enough, blocks).await? {
                self.read_ends().await?;
                return Ok(self.candidates());
            }
            if self.read_newest(enough).await? {
                continue;
            }
            let candidates = self.candidates();
            if candidates.searched_to.is_none() || candidates.documents.len() >= enough {
                return Ok(candidates);
            }
            match blocks {
                Blocks::OfNewestHits => blocks = Blocks::All,
                Blocks::All => hits += enough,
            }
        }
    }

    /// Returns the documents that are newer than everything that was not searched.
    fn candidates(&self) -> Candidates {
        let frontier = self.runs.iter().filter_map(SearchedRun::frontier).max();
        let found = self.found().into_iter().rev();
        let newest = found.take_while(|(id, _)| frontier.is_none_or(|frontier| *id > frontier));
        Candidates {
            documents: newest.map(|(_, document)| document.clone()).collect(),
            searched_to: frontier.map(|frontier| FavoriteId(frontier.0.saturating_add(1))),
        }
    }

    /// Evaluates the conditions in the runs that may have one of the newest documents, and reads the blocks that are missing. Returns
    /// false if the budget doesn't suffice.
    async fn evaluate(
        &mut self,
        hits: usize,
        enough: usize,
        blocks: Blocks,
    ) -> Result<bool, ReadError<I::Error>> {
        let found = self.found_ids();
        loop {
            let mut missing: Vec<(u64, (SetPlace, Fence))> = Vec::new();
            for run in self.runs.iter_mut().filter(|run| newer(&found, run.frontier()) < enough) {
                if let Err(fences) = run.evaluate(&self.condition, hits) {
                    let (time, set) = (run.estimated_end(), run.set);
                    missing.extend(fences.into_iter().map(|fence| (time, (set, fence))));
                }
            }
            if let (Blocks::OfNewestHits, Some(last)) = (blocks, self.estimated_time(enough)) {
                missing.retain(|(time, _)| *time >= last);
            }
            if missing.is_empty() {
                return Ok(true);
            }
            // Without all words with a beginning, the next page would begin at the same place.
            if self.bytes == 0 && self.runs.iter().all(SearchedRun::has_read_beginnings) {
                return Ok(false);
            }
            self.read_blocks(one_of_each_term(missing.into_iter().map(|(_, fence)| fence))).await?;
        }
    }

    /// Estimates the time of the last one of the newest hits, if there are this many.
    fn estimated_time(&self, hits: usize) -> Option<u64> {
        let mut times: Vec<_> =
            self.runs.iter().flat_map(SearchedRun::estimated_hits).map(|hit| hit.time).collect();
        times.sort_unstable_by_key(|time| Reverse(*time));
        times.get(hits - 1).copied()
    }

    /// Reads the documents at which the search ends in each run, to know their ids.
    async fn read_ends(&mut self) -> Result<(), ReadError<I::Error>> {
        let runs = self.runs.iter().enumerate();
        let ends: Vec<_> = runs.filter_map(|(index, run)| Some((index, run.next_item()?))).collect();
        self.read_documents(&ends).await
    }

    /// Reads the documents of the newest hits, by the estimated times of hits. Returns false if there were none to read.
    async fn read_newest(&mut self, enough: usize) -> Result<bool, ReadError<I::Error>> {
        let found = self.found_ids();
        // Runs that are older than enough documents aren't needed.
        let runs = self.runs.iter().enumerate();
        let needed: Vec<_> = runs.filter(|(_, run)| newer(&found, run.frontier()) < enough).collect();
        let hits = needed.iter().flat_map(|(index, run)| run.estimated_hits().map(|hit| (*index, hit)));
        let mut hits: Vec<(usize, EstimatedHit)> = hits.collect();
        hits.sort_by_key(|(_, hit)| Reverse(hit.time));
        let newest = hits.iter().take(enough).filter_map(|(index, hit)| Some((*index, hit.unread?)));
        let mut wanted: BTreeSet<(usize, u32)> = newest.collect();
        if wanted.is_empty() {
            // Estimates may be wrong, so go on with what limits the search.
            let latest = needed.iter().max_by_key(|(_, run)| run.frontier());
            wanted.extend(latest.and_then(|(index, run)| Some((*index, run.first_unread_item()?))));
        }
        let wanted: Vec<_> = wanted.into_iter().collect();
        self.read_documents(&wanted).await?;
        Ok(!wanted.is_empty())
    }

    /// Returns the ids of the hits that were read, newest first.
    fn found_ids(&self) -> Vec<FavoriteId> {
        self.found().into_keys().rev().collect()
    }

    /// Returns the hits that were read, of each favorite the highest version.
    fn found(&self) -> BTreeMap<FavoriteId, &Document> {
        let mut found: BTreeMap<FavoriteId, &Document> = BTreeMap::new();
        for document in
            self.runs.iter().flat_map(SearchedRun::read).filter(|document| document.live.is_some())
        {
            let known = found.entry(document.id).or_insert(document);
            if known.version < document.version {
                *known = document;
            }
        }
        found
    }

    /// Reads items of documents, each of a run.
    async fn read_documents(&mut self, wanted: &[(usize, u32)]) -> Result<(), ReadError<I::Error>> {
        if wanted.is_empty() {
            return Ok(());
        }
        let key = |(run, item): &(usize, u32)| {
            let SearchedRun { set, run, .. } = &self.runs[*run];
            (ItemKey::Documents { set: *set, slot: run.slot, item: *item }, run.number)
        };
        let keys: Vec<_> = wanted.iter().map(key).collect();
        let read = self.items.read(&keys).await.map_err(ReadError::Store)?;
        let mut read = read.into_iter();
        for ((key, number), (run, item)) in keys.into_iter().zip(wanted) {
            let stored = read.next().flatten();
            let stored = checked(&key, number, stored.as_ref())?;
            self.bytes = self.bytes.saturating_sub(stored.bytes.len());
            let noted = self.runs[*run].note_documents(*item, &stored.bytes);
            noted.map_err(|source| ReadError::Malformed { key, source })?;
        }
        Ok(())
    }

    /// Reads the blocks of all runs at fences of their sets.
    ///
    /// A block that does not reach its fence is an error: it would add nothing, and the search would ask for
    /// it forever.
    async fn read_blocks(&mut self, wanted: BTreeSet<(SetPlace, Fence)>) -> Result<(), ReadError<I::Error>> {
        let state = self.state;
        let runs_of = |place| state.sets().find(|set| set.place() == place).map_or(&[][..], |set| set.runs());
        let wanted: Vec<_> = wanted.into_iter().collect();
        for wanted in wanted.chunks(BLOCKS_AT_ONCE) {
            let reads = wanted.iter().map(|(set, fence)| self.items.blocks(*set, fence, runs_of(*set)));
            let read = futures::future::try_join_all(reads).await.map_err(ReadError::Store)?;
            for ((set, fence), blocks) in wanted.iter().zip(read) {
                self.note_blocks(*set, fence, &blocks)?;
            }
        }
        Ok(())
    }

    /// Notes what the runs of a set have at a fence.
    fn note_blocks(
        &mut self,
        set: SetPlace,
        fence: &Fence,
        blocks: &[FoundBlock],
    ) -> Result<(), ReadError<I::Error>> {
        for run in self.runs.iter_mut().filter(|run| run.set == set) {
            let Run { slot, number, .. } = run.run;
            let found = blocks.iter().find(|block| block.slot == slot);
            let at = found.map_or(fence, |block| &block.fence).clone();
            let key = ItemKey::Block { set, fence: at.clone(), slot };
            let item = checked(&key, number, found.map(|block| &block.item))?;
            self.bytes = self.bytes.saturating_sub(item.bytes.len());
            let block = match Block::read(at, &item.bytes) {
                Ok(block) => block,
                Err(source) => return Err(ReadError::Malformed { key, source }),
            };
            if !block.reaches(fence) {
                let key = ItemKey::Block { set, fence: fence.clone(), slot };
                return Err(ReadError::Other { key, expected: number, found: None });
            }
            run.note_block(&block).map_err(|source| ReadError::Malformed { key, source })?;
        }
        Ok(())
    }
}

/// Returns one fence of those with the same term in a set. Runs of different sizes ask for different chunks, and most of the time, the
/// same blocks have them.
fn one_of_each_term(fences: impl Iterator<Item = (SetPlace, Fence)>) -> BTreeSet<(SetPlace, Fence)> {
    let by_term = fences.map(|(set, fence)| ((set, fence.term.clone()), fence));
    by_term.collect::<BTreeMap<_, _>>().into_iter().map(|((set, _), fence)| (set, fence)).collect()
}

/// Returns the number of favorites that are newer than all that a run may still have.
fn newer(found: &[FavoriteId], frontier: Option<FavoriteId>) -> usize {
    found.partition_point(|id| frontier.is_none_or(|frontier| *id > frontier))
}

/// Returns an item if it is the one that the state names.
fn checked<'a, E: std::error::Error>(
    key: &ItemKey,
    expected: WriteNumber,
    item: Option<&'a StoredItem>,
) -> Result<&'a StoredItem, ReadError<E>> {
    let found = item.map(|item| item.number);
    let item = item.filter(|item| item.number == expected);
    item.ok_or_else(|| ReadError::Other { key: key.clone(), expected, found })
}

#[cfg(test)]
#[path = "candidates_tests.rs"]
mod tests;
