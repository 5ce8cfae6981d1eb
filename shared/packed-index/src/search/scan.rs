//! Scans: all documents of the runs, and which conditions each of them meets.
//!
//! A lookup reads few documents, and finds versions that newer ones have replaced. Counts need the newest
//! version of each favorite, and those of a frequent term need most documents anyway.

use std::collections::{BTreeSet, VecDeque};

use futures::future::{BoxFuture, FutureExt as _};
use roaring::RoaringBitmap;

use super::evaluate::Condition;
use super::items::SearchItems;
use super::leaf::RunItem;
use super::run::SearchedRun;
use super::runs::{ITEMS_AT_ONCE, SearchedRuns};
use super::wanted::{SearchedIds, Wanted};
use crate::document::Document;
use crate::index::{IndexLimits, IndexState, ReadError};
use crate::numbers::FavoriteId;

/// The part of a scan's bytes that posting lists may take. In memory they take ten times as much.
const SHARE_OF_LISTS: usize = 4;

/// A scan under way.
pub struct Scan<'a, I> {
    runs: SearchedRuns<'a, I>,
    lowest: FavoriteId,
    scanned: Vec<ScannedRun>,
}

/// The place of a scan in a run.
struct ScannedRun {
    /// The documents that meet each condition.
    met: Vec<RoaringBitmap>,
    /// The next document.
    next: u32,
    /// The documents from the next one on that were read.
    documents: VecDeque<Document>,
}

/// A scan, unless its lists take too much.
type Begun<'a, I> = Result<Option<Scan<'a, I>>, ReadError<<I as SearchItems>::Error>>;

/// The next part of a scan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scanned {
    /// The newest versions of favorites, without tombstones, newest favorite first.
    pub documents: Vec<ScannedDocument>,
    /// The id down to which the runs were scanned. `None`: all of them were, down to the lowest id.
    pub searched_to: Option<FavoriteId>,
}

/// A document of a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedDocument {
    /// The document.
    pub document: Document,
    /// For each condition of the scan, whether the document meets it.
    pub met: Vec<bool>,
}

impl IndexState {
    /// Begins a scan of the documents with these ids. It reads all lists of the conditions at once.
    ///
    /// Returns `None` if the lists would take more than a quarter of `bytes`.
    ///
    /// # Errors
    /// [`ReadError`] if items can't be read, or are not those that the state names. Then read the state again.
    pub fn scan<'a, I: SearchItems + Sync>(
        &'a self,
        items: &'a I,
        conditions: &'a [Wanted],
        ids: SearchedIds,
        limits: &'a IndexLimits,
        bytes: usize,
    ) -> BoxFuture<'a, Begun<'a, I>> {
        // Boxed for the same reason as a search.
        async move {
            let mut leaves = Vec::new();
            let conditions: Vec<_> =
                conditions.iter().map(|wanted| Condition::new(wanted, &mut leaves)).collect();
            let mut evaluated = SearchedRuns::new(self, items, limits, &leaves, (ids, bytes));
            evaluated.locate().await?;
            let blocks = evaluated.blocks(|_| true).await?;
            if blocks.len().saturating_mul(limits.block_bytes) > bytes / SHARE_OF_LISTS {
                return Ok(None);
            }
            evaluated.read_blocks(blocks).await?;
            let met = evaluated.met(&conditions)?;
            let starts = evaluated.all.iter().map(SearchedRun::start);
            let scanned = met.into_iter().zip(starts);
            let scanned =
                scanned.map(|(met, next)| ScannedRun { met, next, documents: VecDeque::new() }).collect();
            let runs = SearchedRuns::new(self, items, limits, &[], (ids, bytes));
            Ok(Some(Scan { runs, lowest: ids.lowest, scanned }))
        }
        .boxed()
    }
}

impl<I: SearchItems + Sync> Scan<'_, I> {
    /// Reads some hundred items of documents, and returns the documents in them.
    ///
    /// # Errors
    /// [`ReadError`] as for the begin of the scan.
    pub fn next_part(&mut self) -> BoxFuture<'_, Result<Scanned, ReadError<I::Error>>> {
        async move {
            self.read_documents().await?;
            let mut part = Scanned::default();
            while let Some(newest) = self.newest() {
                let Some(id) = newest else { return Ok(Scanned { searched_to: None, ..part }) };
                part.documents.extend(self.take(id));
                part.searched_to = Some(id);
            }
            Ok(part)
        }
        .boxed()
    }

    /// Reads the next items of all runs of which no document is left in memory.
    async fn read_documents(&mut self) -> Result<(), ReadError<I::Error>> {
        let share = u32::try_from(ITEMS_AT_ONCE / self.runs.all.len().max(1)).unwrap_or(u32::MAX);
        let mut wanted = BTreeSet::new();
        for (index, (run, scanned)) in self.runs.all.iter().zip(&self.scanned).enumerate() {
            if scanned.documents.is_empty() && scanned.next < run.run.documents {
                let items = run.items_from(scanned.next, share.max(1));
                wanted.extend(items.map(|item| (index, RunItem::Documents(item))));
            }
        }
        self.runs.read(wanted).await?;
        for (run, scanned) in self.runs.all.iter_mut().zip(&mut self.scanned) {
            scanned.documents.extend(run.take_documents(scanned.next));
        }
        Ok(())
    }

    /// Returns the highest id that is left, or `Some(None)` at the end. `None` if documents must be read first:
    /// one of them may be newer than all that were read.
    #[allow(clippy::option_option, reason = "the outer one says whether it is known")]
    fn newest(&self) -> Option<Option<FavoriteId>> {
        let mut newest = None;
        for (run, scanned) in self.runs.all.iter().zip(&self.scanned) {
            match scanned.documents.front() {
                Some(document) => newest = newest.max(Some(document.id)),
                None if scanned.next < run.run.documents => return None,
                None => {}
            }
        }
        Some(newest.filter(|id| *id >= self.lowest))
    }

    /// Takes all versions of the favorite with this id, which is the highest one that is left. Returns the
    /// newest version, unless that is a tombstone.
    fn take(&mut self, id: FavoriteId) -> Option<ScannedDocument> {
        let mut newest: Option<ScannedDocument> = None;
        for scanned in &mut self.scanned {
            let Some(document) = scanned.documents.pop_front_if(|document| document.id == id) else {
                continue;
            };
            if newest.as_ref().is_none_or(|known| known.document.version <= document.version) {
                let met = scanned.met.iter().map(|documents| documents.contains(scanned.next)).collect();
                newest = Some(ScannedDocument { document, met });
            }
            scanned.next += 1;
        }
        newest.filter(|one| one.document.live.is_some())
    }
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
