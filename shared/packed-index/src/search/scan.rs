//! Scans: all documents of the runs, and which conditions each of them meets.
//!
//! A lookup reads few documents, and finds versions that newer ones have replaced. Counts need the newest
//! version of each favorite, and those of a frequent term need most documents anyway.

use std::collections::BTreeSet;

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
    /// The documents of each run that meet each condition.
    met: Vec<Vec<RoaringBitmap>>,
    /// The next document of each run.
    next: Vec<u32>,
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
            let next = evaluated.all.iter().map(SearchedRun::start).collect();
            let mut runs = SearchedRuns::new(self, items, limits, &[], (ids, bytes));
            runs.locate().await?;
            Ok(Some(Scan { runs, lowest: ids.lowest, met, next }))
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
            self.read_items().await?;
            let mut scanned = Scanned::default();
            // A document that was not read may be newer than all those that were.
            while self.fronts().all(|front| front.is_some()) {
                let Some(id) = self.fronts().flatten().map(|document| document.id).max() else {
                    return Ok(Scanned { searched_to: None, ..scanned });
                };
                scanned.documents.extend(self.take(id));
                scanned.searched_to = Some(id);
            }
            for (run, next) in self.runs.all.iter_mut().zip(&self.next) {
                run.forget_before(*next);
            }
            Ok(scanned)
        }
        .boxed()
    }

    /// Reads the next items of all runs whose next document was not read.
    async fn read_items(&mut self) -> Result<(), ReadError<I::Error>> {
        let share = u32::try_from(ITEMS_AT_ONCE / self.runs.all.len().max(1)).unwrap_or(u32::MAX);
        let mut wanted = BTreeSet::new();
        for (index, (run, next)) in self.runs.all.iter().zip(&self.next).enumerate() {
            if *next < run.run.documents && run.document(*next).is_none() {
                let items = run.items_from(*next, share.max(1));
                wanted.extend(items.map(|item| (index, RunItem::Documents(item))));
            }
        }
        self.runs.read(wanted).await
    }

    /// Returns the next document of each run that is not at its end. `None` for those that were not read.
    fn fronts(&self) -> impl Iterator<Item = Option<&Document>> {
        let runs = self.runs.all.iter().zip(&self.next);
        let left = runs.filter(|(run, next)| **next < run.run.documents);
        let fronts = left.map(|(run, next)| run.document(*next));
        fronts.filter(|front| front.is_none_or(|document| document.id >= self.lowest))
    }

    /// Takes all versions of the favorite with this id, which is the highest one that is left. Returns the
    /// newest version, unless that is a tombstone.
    fn take(&mut self, id: FavoriteId) -> Option<ScannedDocument> {
        let mut newest: Option<(&Document, Vec<bool>)> = None;
        for ((run, next), met) in self.runs.all.iter().zip(&mut self.next).zip(&self.met) {
            let Some(document) = run.document(*next).filter(|document| document.id == id) else { continue };
            if newest.as_ref().is_none_or(|(known, _)| known.version <= document.version) {
                newest = Some((document, met.iter().map(|documents| documents.contains(*next)).collect()));
            }
            *next += 1;
        }
        let (document, met) = newest.filter(|(document, _)| document.live.is_some())?;
        Some(ScannedDocument { document: document.clone(), met })
    }
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
