//! The second part of a compaction: writes the blocks and the directory of the new run.

use crate::block::BlockWriter;
use crate::directory::{BlockStart, ROOT, starts_from_bytes, starts_to_bytes};
use crate::index::{Checkpoint, Compaction, IndexLimits, ItemKey, Items, Put, ReadError, Reader, StoredItem};
use crate::numbers::DocumentNumber;
use crate::posting::Occurrence;
use crate::term::Term;
use crate::write_number::WriteNumber;

/// The number of items that are put at once.
const PUTS_AT_ONCE: usize = 32;

/// A run that is being written.
pub(super) struct RunWriter<'a> {
    slot: u8,
    number: WriteNumber,
    limits: &'a IndexLimits,
    block: BlockWriter,
    /// The beginning of the block, if it has terms.
    start: BlockStart,
    /// The number of blocks that are ended.
    blocks: u32,
    /// The beginnings of the blocks of the next part of the directory.
    part: Vec<BlockStart>,
    /// The first entry of each part that is ended.
    parts: Vec<BlockStart>,
    puts: Vec<Put>,
}

impl<'a> RunWriter<'a> {
    /// Goes on where the checkpoint is, or begins.
    pub(super) async fn resume<I: Items>(
        reader: &Reader<'_, I>,
        Compaction { number, slot, checkpoint, .. }: &Compaction,
        limits: &'a IndexLimits,
    ) -> Result<Self, ReadError<I::Error>> {
        let parts = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.parts);
        let keys: Vec<_> =
            (ROOT + 1..=ROOT + parts).map(|part| ItemKey::Directory { part, run: *slot }).collect();
        let first = |_, bytes: &[u8]| Ok(starts_from_bytes(bytes)?.into_iter().next().unwrap_or_default());
        Ok(Self {
            slot: *slot,
            number: *number,
            limits,
            block: BlockWriter::new(),
            start: BlockStart::default(),
            blocks: checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.blocks(limits)),
            part: Vec::new(),
            parts: reader.read(&keys, *number, first).await?,
            puts: Vec::new(),
        })
    }

    /// Adds a list, whose first documents may be in the blocks so far: then it goes on at `begin`. Returns
    /// the last place at which a part of the directory ended, if one did.
    pub(super) fn add(
        &mut self,
        term: Term,
        begin: DocumentNumber,
        mut list: &[Occurrence],
    ) -> Option<Checkpoint> {
        let mut next = BlockStart { term, document: begin };
        let mut checkpoint = None;
        while !list.is_empty() {
            if self.block.is_empty() {
                self.start.clone_from(&next);
            }
            if self.block.push(&next.term, list, self.limits.block_bytes) {
                break;
            }
            if self.block.is_empty() {
                // A list that is too long for a block is divided.
                let fits = self.longest_that_fits(&next.term, list);
                self.block.push(&next.term, &list[..fits], usize::MAX);
                list = &list[fits..];
                let Some(first) = list.first() else { break };
                next.document = first.posting.document;
            }
            if self.end_block() {
                let parts = u32::try_from(self.parts.len()).expect("a run has far fewer parts than 2^32");
                checkpoint = Some(Checkpoint { parts, next: next.clone() });
            }
        }
        checkpoint
    }

    /// Returns the number of documents of a list that fit into an empty block, at least one.
    fn longest_that_fits(&self, term: &Term, list: &[Occurrence]) -> usize {
        let (mut fits, mut too_many) = (1, list.len());
        while fits + 1 < too_many {
            let middle = usize::midpoint(fits, too_many);
            if BlockWriter::new().push(term, &list[..middle], self.limits.block_bytes) {
                fits = middle;
            } else {
                too_many = middle;
            }
        }
        fits
    }

    /// Ends the block. Returns true if it ends a part of the directory.
    fn end_block(&mut self) -> bool {
        let bytes = self.block.take();
        self.put(ItemKey::Block { run: self.slot, block: self.blocks }, bytes);
        self.blocks += 1;
        self.part.push(self.start.clone());
        let is_full = self.blocks.is_multiple_of(self.limits.blocks_in_part.max(1));
        if is_full {
            self.end_part();
        }
        is_full
    }

    fn end_part(&mut self) {
        let part = std::mem::take(&mut self.part);
        self.parts.extend(part.first().cloned());
        let number = ROOT + u32::try_from(self.parts.len()).expect("a run has far fewer parts than 2^32");
        self.put(ItemKey::Directory { part: number, run: self.slot }, starts_to_bytes(&part));
    }

    fn put(&mut self, key: ItemKey, bytes: Vec<u8>) {
        self.puts.push(Put { key, item: StoredItem { number: self.number, bytes } });
    }

    /// Puts what is written so far, if that is much.
    pub(super) async fn flush_if_full<I: Items>(&mut self, items: &I) -> Result<(), ReadError<I::Error>> {
        if self.puts.len() < PUTS_AT_ONCE { Ok(()) } else { self.flush(items).await }
    }

    /// Puts what is written so far.
    pub(super) async fn flush<I: Items>(&mut self, items: &I) -> Result<(), ReadError<I::Error>> {
        if self.puts.is_empty() {
            return Ok(());
        }
        items.put(std::mem::take(&mut self.puts)).await.map_err(ReadError::Store)
    }

    /// Ends the run, and returns the number of its blocks.
    pub(super) async fn finish<I: Items>(mut self, items: &I) -> Result<u32, ReadError<I::Error>> {
        if !self.block.is_empty() {
            self.end_block();
        }
        if !self.parts.is_empty() && !self.part.is_empty() {
            self.end_part();
        }
        let root = if self.parts.is_empty() { &self.part } else { &self.parts };
        let bytes = starts_to_bytes(root);
        self.put(ItemKey::Directory { part: ROOT, run: self.slot }, bytes);
        self.flush(items).await?;
        Ok(self.blocks)
    }
}
