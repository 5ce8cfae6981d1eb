//! The documents that a search finds in all runs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use futures::future::{BoxFuture, FutureExt as _};

use super::evaluate::Condition;
use super::items::SearchItems;
use super::leaf::{Leaf, RunItem};
use super::run::{EstimatedHit, SearchedRun};
use super::runs::SearchedRuns;
use super::wanted::{Budget, SearchedIds, Wanted};
use crate::document::Document;
use crate::index::{IndexLimits, IndexState, ReadError};
use crate::numbers::FavoriteId;

/// The documents of runs that meet the conditions of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidates {
    /// The documents, newest first. Of two versions that meet the conditions, the higher one. There may be a higher version still
    /// that does not meet them, in another run or in a text slot: see [`Document::replaces_older`].
    pub documents: Vec<Document>,
    /// True if all documents meet all conditions. Otherwise a wanted beginning was too frequent to look it
    /// up.
    pub are_exact: bool,
    /// The id down to which the runs were searched. `None`: all of them were, down to the lowest id.
    pub searched_to: Option<FavoriteId>,
}

/// The approximate number of documents in a block of lists of frequent terms.
const DOCUMENTS_OF_BLOCK: u64 = 1_000;

/// A search under way.
struct Search<'a, I> {
    condition: Condition,
    runs: SearchedRuns<'a, I>,
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
        budget: Budget,
    ) -> BoxFuture<'a, Result<Candidates, ReadError<I::Error>>> {
        // Boxed, because callers can't show that a future with the reads of a trait is `Send` for all lifetimes.
        async move {
            if let Some(candidates) = self.search_for(items, wanted, ids, limits, budget).await? {
                return Ok(candidates);
            }
            let rest = wanted.without_beginnings().unwrap_or(Wanted::All(Vec::new()));
            let candidates = self.search_for(items, &rest, ids, limits, budget).await?;
            Ok(Candidates { are_exact: false, ..candidates.unwrap_or_default() })
        }
        .boxed()
    }

    /// Returns `None` if a wanted beginning is so frequent that reading the newest favorites is cheaper than
    /// reading its lists.
    async fn search_for<I: SearchItems>(
        &self,
        items: &I,
        wanted: &Wanted,
        ids: SearchedIds,
        limits: &IndexLimits,
        Budget { enough, bytes }: Budget,
    ) -> Result<Option<Candidates>, ReadError<I::Error>> {
        let mut leaves = Vec::new();
        let condition = Condition::new(wanted, &mut leaves);
        let mut runs = SearchedRuns::new(self, items, limits, &leaves, (ids, bytes));
        runs.locate().await?;
        let mut search = Search { condition, runs };
        let enough = enough.max(1);
        let beginnings = search.runs.blocks(Leaf::is_beginning).await?.len() as u64;
        let documents: u64 = self.runs().iter().map(|run| u64::from(run.documents)).sum();
        let is_dear = beginnings * beginnings * DOCUMENTS_OF_BLOCK > documents.saturating_mul(enough as u64);
        let is_too_long = beginnings.saturating_mul(limits.block_bytes as u64) > bytes as u64;
        if beginnings > 1 && (is_dear || is_too_long) {
            return Ok(None);
        }
        search.read_first().await?;
        search.find(enough).await.map(Some)
    }
}

impl<I: SearchItems> Search<'_, I> {
    /// Reads the first blocks of all terms and beginnings, and the parts of directories that name them.
    async fn read_first(&mut self) -> Result<(), ReadError<I::Error>> {
        loop {
            let runs = self.runs.all.iter().enumerate();
            let first: Vec<_> = runs
                .flat_map(|(run, searched)| searched.first_items().into_iter().map(move |item| (run, item)))
                .collect();
            let parts: BTreeSet<_> =
                first.iter().copied().filter(|(_, item)| matches!(item, RunItem::Directory(_))).collect();
            if parts.is_empty() {
                return self.runs.read(first.into_iter().collect()).await;
            }
            self.runs.read(parts).await?;
        }
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
        let frontier = self.runs.all.iter().filter_map(SearchedRun::frontier).max();
        let found = self.found().into_iter().rev();
        let newest = found.take_while(|(id, _)| frontier.is_none_or(|frontier| *id > frontier));
        Candidates {
            documents: newest.map(|(_, document)| document.clone()).collect(),
            are_exact: true,
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
            let mut missing: Vec<(u64, (usize, RunItem))> = Vec::new();
            let runs = self.runs.all.iter_mut().enumerate();
            for (index, run) in runs.filter(|(_, run)| newer(&found, run.frontier()) < enough) {
                if let Err(items) = run.evaluate(&self.condition, hits) {
                    let time = run.estimated_end();
                    missing.extend(items.into_iter().map(|item| (time, (index, item))));
                }
            }
            if let (Blocks::OfNewestHits, Some(last)) = (blocks, self.estimated_time(enough)) {
                missing.retain(|(time, _)| *time >= last);
            }
            if missing.is_empty() {
                return Ok(true);
            }
            // Without all words with a beginning, the next page would begin at the same place.
            if self.runs.bytes == 0 && self.runs.all.iter().all(SearchedRun::has_read_beginnings) {
                return Ok(false);
            }
            self.runs.read(missing.into_iter().map(|(_, item)| item).collect()).await?;
        }
    }

    /// Estimates the time of the last one of the newest hits, if there are this many.
    fn estimated_time(&self, hits: usize) -> Option<u64> {
        let mut times: Vec<_> =
            self.runs.all.iter().flat_map(SearchedRun::estimated_hits).map(|hit| hit.time).collect();
        times.sort_unstable_by_key(|time| Reverse(*time));
        times.get(hits - 1).copied()
    }

    /// Reads the documents at which the search ends in each run, to know their ids.
    async fn read_ends(&mut self) -> Result<(), ReadError<I::Error>> {
        let runs = self.runs.all.iter().enumerate();
        let ends = runs.filter_map(|(index, run)| Some((index, RunItem::Documents(run.next_item()?))));
        self.runs.read(ends.collect()).await
    }

    /// Reads the documents of the newest hits, by the estimated times of hits. Returns false if there were none to read.
    async fn read_newest(&mut self, enough: usize) -> Result<bool, ReadError<I::Error>> {
        let found = self.found_ids();
        // Runs that are older than enough documents aren't needed.
        let runs = self.runs.all.iter().enumerate();
        let needed: Vec<_> = runs.filter(|(_, run)| newer(&found, run.frontier()) < enough).collect();
        let hits = needed.iter().flat_map(|(index, run)| run.estimated_hits().map(|hit| (*index, hit)));
        let mut hits: Vec<(usize, EstimatedHit)> = hits.collect();
        hits.sort_by_key(|(_, hit)| Reverse(hit.time));
        let newest = hits.iter().take(enough);
        let mut wanted: BTreeSet<_> =
            newest.filter_map(|(index, hit)| Some((*index, RunItem::Documents(hit.unread?)))).collect();
        if wanted.is_empty() {
            // Estimates may be wrong, so go on with what limits the search.
            let latest = needed.iter().max_by_key(|(_, run)| run.frontier());
            let first =
                latest.and_then(|(index, run)| Some((*index, RunItem::Documents(run.first_unread_item()?))));
            wanted.extend(first);
        }
        let reads_some = !wanted.is_empty();
        self.runs.read(wanted).await?;
        Ok(reads_some)
    }

    /// Returns the ids of the hits that were read, newest first.
    fn found_ids(&self) -> Vec<FavoriteId> {
        self.found().into_keys().rev().collect()
    }

    /// Returns the hits that were read, of each favorite the highest version, unless that is a tombstone.
    fn found(&self) -> BTreeMap<FavoriteId, &Document> {
        let mut found: BTreeMap<FavoriteId, &Document> = BTreeMap::new();
        for document in self.runs.all.iter().flat_map(SearchedRun::read) {
            let known = found.entry(document.id).or_insert(document);
            if known.version < document.version {
                *known = document;
            }
        }
        found.retain(|_, document| document.live.is_some());
        found
    }
}

/// Returns the number of favorites that are newer than all that a run may still have.
fn newer(found: &[FavoriteId], frontier: Option<FavoriteId>) -> usize {
    found.partition_point(|id| frontier.is_none_or(|frontier| *id > frontier))
}

#[cfg(test)]
#[path = "candidates_tests.rs"]
mod tests;
