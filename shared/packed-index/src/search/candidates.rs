//! The documents that a search finds in all runs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::evaluate::Condition;
use super::items::SearchItems;
use super::run::SearchedRun;
use super::wanted::{Budget, SearchedIds, Wanted};
use crate::block::Block;
use crate::document::{Document, documents_from_bytes};
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

/// A search under way.
struct Search<'a, I> {
    items: &'a I,
    state: &'a IndexState,
    condition: Condition,
    runs: Vec<SearchedRun<'a>>,
    /// The bytes that the search may still read.
    bytes: usize,
}

/// The blocks with which a search begins.
#[derive(Clone, Copy)]
enum Blocks {
    /// The first blocks of all leaves.
    First,
    /// The next blocks of the leaves that need all their blocks.
    Next,
}

impl IndexState {
    /// Searches the runs until enough documents are found, or the budget is used up. Text slots are not searched here.
    ///
    /// Each search gets on: pages that continue where the last one ended reach the lowest id.
    ///
    /// # Errors
    /// [`ReadError`] if items can't be read, or are not those that the state names. Then read the state again.
    pub async fn search<I: SearchItems>(
        &self,
        items: &I,
        wanted: &Wanted,
        ids: SearchedIds,
        limits: &IndexLimits,
        Budget { enough, bytes }: Budget,
    ) -> Result<Candidates, ReadError<I::Error>> {
        let mut leaves = Vec::new();
        let condition = Condition::new(wanted, &mut leaves);
        let mut runs = Vec::new();
        for set in self.sets() {
            let reached = set.runs().iter().filter(|run| run.may_have(ids.lowest, ids.highest()));
            let new = |run: &Run| SearchedRun::new(set.place(), *run, limits.documents_in_item, &leaves, ids);
            runs.extend(reached.map(new));
        }
        let mut search = Search { items, state: self, condition, runs, bytes };
        search.begin().await?;
        search.find(enough.max(1)).await
    }
}

impl<I: SearchItems> Search<'_, I> {
    /// Finds the first document of each run, and reads the first blocks of all terms, and all blocks of beginnings.
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
        let mut missing = self.missing(Blocks::First);
        while !missing.is_empty() {
            self.read_blocks(missing).await?;
            missing = self.missing(Blocks::Next);
        }
        Ok(())
    }

    fn missing(&self, blocks: Blocks) -> BTreeSet<(SetPlace, Fence)> {
        let of_run = |run: &SearchedRun<'_>| match blocks {
            Blocks::First => run.first_blocks(),
            Blocks::Next => run.next_blocks(),
        };
        self.runs.iter().flat_map(|run| of_run(run).into_iter().map(|fence| (run.set, fence))).collect()
    }

    async fn find(mut self, enough: usize) -> Result<Candidates, ReadError<I::Error>> {
        let mut hits = enough;
        loop {
            if !self.evaluate(hits, enough).await? {
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
            hits += enough;
        }
    }

    /// Returns the documents that are newer than everything that was not searched.
    fn candidates(&self) -> Candidates {
        let frontier = self.runs.iter().filter_map(SearchedRun::frontier).max();
        let mut documents = self.found();
        documents.truncate(newer(&documents, frontier));
        Candidates {
            documents,
            searched_to: frontier.map(|frontier| FavoriteId(frontier.0.saturating_add(1))),
        }
    }

    /// Evaluates the conditions in the runs that may have one of the newest documents, and reads the blocks that are missing. Returns
    /// false if the budget doesn't suffice.
    async fn evaluate(&mut self, hits: usize, enough: usize) -> Result<bool, ReadError<I::Error>> {
        let found = self.found();
        loop {
            let mut missing = BTreeSet::new();
            for run in self.runs.iter_mut().filter(|run| newer(&found, run.frontier()) < enough) {
                if let Err(fences) = run.evaluate(&self.condition, hits) {
                    missing.extend(fences.into_iter().map(|fence| (run.set, fence)));
                }
            }
            if missing.is_empty() {
                return Ok(true);
            }
            if self.bytes == 0 {
                return Ok(false);
            }
            self.read_blocks(missing).await?;
        }
    }

    /// Reads the documents at which the search ends in each run, to know their ids.
    async fn read_ends(&mut self) -> Result<(), ReadError<I::Error>> {
        let runs = self.runs.iter().enumerate();
        let ends: Vec<_> = runs.filter_map(|(index, run)| Some((index, run.next_item()?))).collect();
        self.read_documents(&ends).await
    }

    /// Reads the documents of hits, of the newest runs first. Returns false if there were none to read.
    async fn read_newest(&mut self, enough: usize) -> Result<bool, ReadError<I::Error>> {
        let mut unread: Vec<_> =
            self.runs.iter().enumerate().filter(|(_, run)| !run.unread().is_empty()).collect();
        unread.sort_by_key(|(_, run)| Reverse(run.frontier()));
        let found = self.found();
        let (mut wanted, mut hits) = (Vec::new(), 0);
        for (index, run) in unread {
            // Runs that are older than enough documents aren't needed.
            if newer(&found, run.frontier()) >= enough || hits >= enough {
                break;
            }
            hits += run.hits();
            wanted.extend(run.unread().into_iter().map(|item| (index, item)));
        }
        self.read_documents(&wanted).await?;
        Ok(!wanted.is_empty())
    }

    /// Returns the hits that were read, newest first.
    fn found(&self) -> Vec<Document> {
        let mut found: BTreeMap<FavoriteId, &Document> = BTreeMap::new();
        for document in
            self.runs.iter().flat_map(SearchedRun::read).filter(|document| document.live.is_some())
        {
            let known = found.entry(document.id).or_insert(document);
            if known.version < document.version {
                *known = document;
            }
        }
        found.into_values().rev().cloned().collect()
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
            let stored = checked(&key, number, read.next().flatten())?;
            self.bytes = self.bytes.saturating_sub(stored.bytes.len());
            let documents = documents_from_bytes(&stored.bytes);
            let documents = documents.map_err(|source| ReadError::Malformed { key, source })?;
            self.runs[*run].note_documents(*item, documents);
        }
        Ok(())
    }

    /// Reads the blocks of all runs at fences of their sets.
    async fn read_blocks(&mut self, wanted: BTreeSet<(SetPlace, Fence)>) -> Result<(), ReadError<I::Error>> {
        let state = self.state;
        let runs_of = |place| state.sets().find(|set| set.place() == place).map_or(&[][..], |set| set.runs());
        let reads = wanted.iter().map(|(set, fence)| self.items.blocks(*set, fence, runs_of(*set)));
        let read = futures::future::try_join_all(reads).await.map_err(ReadError::Store)?;
        for ((set, fence), blocks) in wanted.into_iter().zip(read) {
            for run in self.runs.iter_mut().filter(|run| run.set == set) {
                let found = blocks.iter().find(|block| block.slot == run.run.slot);
                let at = found.map_or(&fence, |block| &block.fence).clone();
                let key = ItemKey::Block { set, fence: at.clone(), slot: run.run.slot };
                let item = checked(&key, run.run.number, found.map(|block| block.item.clone()))?;
                self.bytes = self.bytes.saturating_sub(item.bytes.len());
                let noted = Block::read(at, &item.bytes).and_then(|block| run.note_block(&block));
                noted.map_err(|source| ReadError::Malformed { key, source })?;
            }
        }
        Ok(())
    }
}

/// Returns the number of documents that are newer than all that a run may still have.
fn newer(found: &[Document], frontier: Option<FavoriteId>) -> usize {
    found.partition_point(|document| frontier.is_none_or(|frontier| document.id > frontier))
}

/// Returns an item if it is the one that the state names.
fn checked<E: std::error::Error>(
    key: &ItemKey,
    expected: WriteNumber,
    item: Option<StoredItem>,
) -> Result<StoredItem, ReadError<E>> {
    let found = item.as_ref().map(|item| item.number);
    let item = item.filter(|item| item.number == expected);
    item.ok_or_else(|| ReadError::Other { key: key.clone(), expected, found })
}

#[cfg(test)]
#[path = "candidates_tests.rs"]
mod tests;
