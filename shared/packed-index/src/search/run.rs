//! A search in one run.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use roaring::RoaringBitmap;

use super::evaluate::{AllMissing, Condition, LeafDocuments};
use super::leaf::{Known, Leaf, Missing, RunItem};
use super::wanted::SearchedIds;
use crate::block::Block;
use crate::directory::{Directory, Unread};
use crate::document::Document;
use crate::error::Malformed;
use crate::index::{IndexLimits, ItemKey, Run, beginning};
use crate::numbers::{DocumentNumber, FavoriteId};
use crate::posting::Places;

/// The number of items of documents that a scan reads of a run even if few of them seem to be needed.
const FEW_ITEMS: u32 = 4;

/// The known part of a run, and its hits.
pub(super) struct SearchedRun<'a> {
    pub(super) run: Run,
    documents_in_item: u32,
    directory: Directory,
    leaves: &'a [Leaf],
    known: Vec<Known>,
    /// The items of documents that were read.
    items: BTreeMap<u32, Vec<Document>>,
    ids: SearchedIds,
    /// The first document to search. `None` if that is not known yet.
    start: Option<u32>,
    /// The hits so far, newest first.
    hits: Vec<u32>,
    /// The document before which there are no other hits.
    reached: u32,
    /// True if the run has no more hits.
    is_evaluated: bool,
}

/// A hit with the first 48 bits of its id, which are estimated if its document was not read.
pub(super) struct EstimatedHit {
    pub(super) time: u64,
    /// The item of the document, if it was not read.
    pub(super) unread: Option<u32>,
}

impl<'a> SearchedRun<'a> {
    pub(super) fn new(run: Run, limits: &IndexLimits, leaves: &'a [Leaf], ids: SearchedIds) -> Self {
        // In most runs, all documents are low enough.
        let start = if ids.end.is_none_or(|end| run.is_before(end)) { Some(0) } else { None };
        Self {
            run,
            documents_in_item: limits.documents_in_item,
            directory: Directory::new(run.blocks, limits.blocks_in_part),
            leaves,
            known: leaves.iter().map(|leaf| leaf.unknown(&run)).collect(),
            items: BTreeMap::new(),
            ids,
            start,
            hits: Vec::new(),
            reached: 0,
            is_evaluated: false,
        }
    }

    /// Returns the item of documents that must be read to find the first document, or `None` if it is found.
    pub(super) fn locate(&mut self) -> Option<u32> {
        let end = self.ids.end.filter(|_| self.start.is_none())?;
        let (mut low, mut high) = (0, self.run.documents.div_ceil(self.documents_in_item));
        // The spread of a run is known, so the first guess is close.
        let mut guess = Some(self.run.share_after(end, high));
        while low < high {
            let middle = guess.take().unwrap_or(u32::midpoint(low, high)).clamp(low, high - 1);
            let Some(documents) = self.items.get(&middle) else { return Some(middle) };
            let too_high = documents.partition_point(|document| document.id >= end);
            if too_high == documents.len() {
                low = middle + 1;
            } else if too_high == 0 {
                high = middle;
            } else {
                let first = u32::try_from(too_high).expect("an item has few documents");
                self.start = Some(middle * self.documents_in_item + first);
                return None;
            }
        }
        self.start = Some(low * self.documents_in_item);
        None
    }

    /// Looks for hits until there are this many.
    ///
    /// # Errors
    /// The items that are missing.
    pub(super) fn evaluate(&mut self, condition: &Condition, hits: usize) -> Result<(), AllMissing> {
        let evaluated = self.look_for_hits(condition, hits);
        self.leave_out_low_hits();
        evaluated
    }

    fn look_for_hits(&mut self, condition: &Condition, hits: usize) -> Result<(), AllMissing> {
        let Some(start) = self.start else { return Ok(()) };
        while !self.is_evaluated && self.hits.len() < hits {
            let from = self.reached.max(start);
            match condition.next(self, DocumentNumber(from)) {
                Ok(Some(hit)) => {
                    self.hits.push(hit.0);
                    self.reached = hit.0 + 1;
                }
                Ok(None) => self.is_evaluated = true,
                Err(stopped) => {
                    self.reached = stopped.reached.0;
                    return Err(stopped.missing);
                }
            }
        }
        Ok(())
    }

    /// Returns the items that are missing to know the first document with each leaf.
    pub(super) fn first_items(&self) -> AllMissing {
        let from = DocumentNumber(self.start());
        let missing = (0..self.leaves.len()).filter_map(|leaf| self.next(leaf, from, false).err());
        missing.map(|missing| missing.item).collect()
    }

    /// Returns the blocks that may have terms of some leaves.
    pub(super) fn blocks(&self, is_wanted: impl Fn(&Leaf) -> bool) -> Result<BTreeSet<u32>, Unread> {
        let mut blocks = BTreeSet::new();
        for leaf in self.leaves.iter().filter(|leaf| is_wanted(leaf)) {
            blocks.extend(leaf.blocks(&self.directory)?);
        }
        Ok(blocks)
    }

    /// Returns the part of the directory that must be read to know where a block begins and ends, if any.
    pub(super) fn unread_part(&self, item: RunItem) -> Option<RunItem> {
        let RunItem::Block(block) = item else { return None };
        self.directory.check_known(block).err().map(RunItem::from)
    }

    /// Returns all documents that meet a condition.
    ///
    /// # Errors
    /// The items that are missing.
    pub(super) fn met(&self, condition: &Condition) -> Result<RoaringBitmap, AllMissing> {
        let (mut met, mut from) = (RoaringBitmap::new(), self.start());
        while let Some(document) =
            condition.next(self, DocumentNumber(from)).map_err(|stopped| stopped.missing)?
        {
            met.insert(document.0);
            from = document.0 + 1;
        }
        Ok(met)
    }

    /// Returns the first document with a searched id, as far as it was [located](Self::locate).
    pub(super) fn start(&self) -> u32 {
        self.start.unwrap_or_default()
    }

    /// Returns items of documents from that of a document on: as many as may have searched ids by the spread of
    /// the run, at least a few because the spread is an estimate, and at most this number.
    pub(super) fn items_from(&self, document: u32, most: u32) -> Range<u32> {
        let items = self.run.documents.div_ceil(self.documents_in_item);
        let first = document / self.documents_in_item;
        let last = self.run.share_after(self.ids.lowest, items).saturating_add(1);
        first..last.max(first + FEW_ITEMS).min(first.saturating_add(most)).min(items)
    }

    /// Takes the documents that were read, in their order, from a document on.
    pub(super) fn take_documents(&mut self, from: u32) -> impl Iterator<Item = Document> {
        let items = std::mem::take(&mut self.items);
        let first = items.keys().next().map_or(0, |item| item * self.documents_in_item);
        items.into_values().flatten().skip(from.saturating_sub(first) as usize)
    }

    /// Returns the key of an item.
    pub(super) fn key(&self, item: RunItem) -> ItemKey {
        let run = self.run.slot;
        match item {
            RunItem::Directory(part) => ItemKey::Directory { part, run },
            RunItem::Block(block) => ItemKey::Block { run, block },
            RunItem::Documents(item) => ItemKey::Documents { run, item },
        }
    }

    /// Notes an item that was read.
    pub(super) fn note(&mut self, item: RunItem, bytes: &[u8]) -> Result<(), Malformed> {
        let number = match item {
            RunItem::Directory(part) => return self.directory.note(part, bytes),
            RunItem::Documents(item) => return self.note_documents(item, bytes),
            RunItem::Block(number) => number,
        };
        let block = Block::read(bytes)?;
        // The search has asked the directory for the block. The next part of a directory is in the root.
        let start = self.directory.start(number).ok().flatten().ok_or(Malformed::Count)?;
        let next = self.directory.start(number + 1).map_err(|Unread(_)| Malformed::Count)?;
        for (leaf, known) in self.leaves.iter().zip(&mut self.known) {
            leaf.note(known, (number, start, next), block, self.run.documents)?;
        }
        Ok(())
    }

    fn note_documents(&mut self, item: u32, bytes: &[u8]) -> Result<(), Malformed> {
        self.items.insert(item, self.run.documents_of(item, self.documents_in_item, bytes)?);
        self.leave_out_low_hits();
        Ok(())
    }

    /// Ends the hits before the first one that is known to be too low.
    fn leave_out_low_hits(&mut self) {
        let is_low = |hit: &u32| self.document(*hit).is_some_and(|document| document.id < self.ids.lowest);
        if let Some(low) = self.hits.iter().position(is_low) {
            self.hits.truncate(low);
            self.is_evaluated = true;
        }
    }

    fn document(&self, number: u32) -> Option<&Document> {
        let item = self.items.get(&(number / self.documents_in_item))?;
        item.get(usize::try_from(number % self.documents_in_item).ok()?)
    }

    /// Returns the hits that were read, newest first, up to the first one that was not.
    pub(super) fn read(&self) -> impl Iterator<Item = &Document> {
        self.hits.iter().map_while(|hit| self.document(*hit))
    }

    /// Returns all hits, newest first.
    pub(super) fn estimated_hits(&self) -> impl Iterator<Item = EstimatedHit> {
        self.hits.iter().map(|hit| match self.document(*hit) {
            Some(document) => EstimatedHit { time: beginning(document.id), unread: None },
            None => EstimatedHit {
                time: self.run.estimated_beginning(*hit),
                unread: Some(hit / self.documents_in_item),
            },
        })
    }

    /// Estimates the first 48 bits of the id at which the hits end.
    pub(super) fn estimated_end(&self) -> u64 {
        self.run.estimated_beginning(self.reached.max(self.start()))
    }

    /// Returns true if no block of words with a wanted beginning is missing.
    pub(super) fn has_read_beginnings(&self) -> bool {
        self.known.iter().all(Known::has_all_of_beginning)
    }

    /// Returns the item with the first hit that was not read.
    pub(super) fn first_unread_item(&self) -> Option<u32> {
        self.estimated_hits().find_map(|hit| hit.unread)
    }

    /// Returns the item with the first document of which the search knows nothing, unless it was read.
    pub(super) fn next_item(&self) -> Option<u32> {
        let item = self.first_unknown()? / self.documents_in_item;
        (!self.items.contains_key(&item)).then_some(item)
    }

    /// Returns the first document that is a hit and was not read, or that may be one. `None` if there is none.
    fn first_unknown(&self) -> Option<u32> {
        let unread = self.hits.iter().copied().find(|hit| self.document(*hit).is_none());
        let reached = self.reached.max(self.start());
        unread.or((!self.is_evaluated && reached < self.run.documents).then_some(reached))
    }

    /// Returns an id at or below which all hits are that were not read, or `None` if there are none.
    pub(super) fn frontier(&self) -> Option<FavoriteId> {
        let unknown = self.first_unknown()?;
        let highest = || {
            let highest = self.run.highest_id().min(self.ids.highest());
            self.read().last().map_or(highest, |last| FavoriteId(last.id.0.saturating_sub(1)))
        };
        let frontier = self.document(unknown).map_or_else(highest, |document| document.id);
        (frontier >= self.ids.lowest).then_some(frontier)
    }
}

impl LeafDocuments for SearchedRun<'_> {
    fn documents(&self) -> u32 {
        self.run.documents
    }

    fn next(
        &self,
        leaf: usize,
        from: DocumentNumber,
        in_title: bool,
    ) -> Result<Option<DocumentNumber>, Missing> {
        // Conditions number only the leaves of this search.
        let Some((leaf, known)) = self.leaves.get(leaf).zip(self.known.get(leaf)) else { return Ok(None) };
        leaf.next(known, from, (&self.directory, self.run.documents), in_title)
    }

    fn places(&self, leaf: usize, document: DocumentNumber) -> Places {
        self.known.get(leaf).map(|known| known.places(document)).unwrap_or_default()
    }
}
