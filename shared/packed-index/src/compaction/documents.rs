//! The first part of a compaction: joins the documents of all sources, and writes those of the new run.

use std::collections::VecDeque;

use super::error::{CompactionError, malformed};
use super::join::{DROPPED, Numbers, newest_of};
use super::source::TextSource;
use crate::document::{Document, DocumentsError, documents_to_bytes};
use crate::error::Malformed;
use crate::index::{
    Compaction, IndexLimits, ItemKey, Items, Put, ReadError, Reader, Run, Samples, StoredItem, beginning,
};
use crate::numbers::FavoriteId;

/// The number of items of documents of a run that are read at once.
const ITEMS_AT_ONCE: u32 = 16;

/// The result: the number of new documents, their spread over time, and the new numbers of the documents of
/// each run, and then of all text slots together.
pub(super) struct Joined {
    pub(super) documents: u32,
    pub(super) samples: Samples,
    pub(super) numbers: Vec<Numbers>,
}

/// The documents that a compaction is going to write.
pub(super) struct Documents<'a> {
    pub(super) compaction: &'a Compaction,
    pub(super) limits: &'a IndexLimits,
    /// True if runs that are older than the merged ones may have versions that a tombstone hides.
    pub(super) keeps_tombstones: bool,
}

/// The documents of a run that are read and not joined yet.
struct Queue<'a> {
    run: Option<&'a Run>,
    next_item: u32,
    items: u32,
    documents: VecDeque<Document>,
    last: Option<FavoriteId>,
    numbers: Numbers,
}

impl Documents<'_> {
    pub(super) async fn join<I: Items>(
        &self,
        reader: &Reader<'_, I>,
        texts: &TextSource,
        runs: &[Run],
    ) -> Result<Joined, CompactionError<I::Error>> {
        let of_run = |run| Queue::of_run(run, self.limits);
        let mut queues: Vec<_> = runs.iter().map(of_run).chain([Queue::of_texts(texts)]).collect();
        let mut joined = Joined { documents: 0, samples: Samples::default(), numbers: Vec::new() };
        let (mut item, mut puts) = (Vec::new(), Vec::new());
        // Behind a checkpoint, all documents are written.
        let writes = self.compaction.checkpoint.is_none();
        loop {
            for queue in &mut queues {
                queue.fill(reader, self.limits).await?;
            }
            let newest = queues.iter().filter_map(|queue| Some(queue.documents.front()?.id)).max();
            let Some(id) = newest else { break };
            let mut versions = Vec::new();
            for (place, queue) in queues.iter_mut().enumerate() {
                if let Some(document) = queue.take(id)? {
                    versions.push((place, document));
                }
            }
            let newest = newest_of(versions.iter().map(|(place, document)| (*place, document)));
            let newest = newest.filter(|(_, newest)| newest.live.is_some() || self.keeps_tombstones);
            let winner = newest.as_ref().map(|(place, _)| *place);
            for (place, _) in versions {
                let number = if winner == Some(place) { joined.documents } else { DROPPED };
                queues[place].numbers.push(number);
            }
            let Some((_, newest)) = newest else { continue };
            let replaces_older = newest.replaces_older && self.keeps_tombstones;
            let document = Document { replaces_older, ..newest };
            joined.samples.note(joined.documents, beginning(document.id));
            joined.documents += 1;
            item.push(document);
            if writes && joined.documents.is_multiple_of(self.limits.documents_in_item) {
                puts.push(self.put(joined.documents, &std::mem::take(&mut item))?);
                if puts.len() == ITEMS_AT_ONCE as usize {
                    reader.0.put(std::mem::take(&mut puts)).await.map_err(ReadError::Store)?;
                }
            } else if !writes {
                item.clear();
            }
        }
        if !item.is_empty() {
            puts.push(self.put(joined.documents, &item)?);
        }
        if !puts.is_empty() {
            reader.0.put(puts).await.map_err(ReadError::Store)?;
        }
        joined.numbers = queues.into_iter().map(|queue| queue.numbers).collect();
        Ok(joined)
    }

    /// Returns the put of the item that ends before a document.
    fn put(&self, end: u32, documents: &[Document]) -> Result<Put, DocumentsError> {
        let key =
            ItemKey::Documents { run: self.compaction.slot, item: (end - 1) / self.limits.documents_in_item };
        let item = StoredItem { number: self.compaction.number, bytes: documents_to_bytes(documents)? };
        Ok(Put { key, item })
    }
}

impl<'a> Queue<'a> {
    fn of_run(run: &'a Run, limits: &IndexLimits) -> Self {
        let items = run.documents.div_ceil(limits.documents_in_item);
        Self {
            run: Some(run),
            next_item: 0,
            items,
            documents: VecDeque::new(),
            last: None,
            numbers: Vec::new(),
        }
    }

    fn of_texts(texts: &TextSource) -> Self {
        let documents = texts.documents().cloned().collect();
        Self { run: None, next_item: 0, items: 0, documents, last: None, numbers: Vec::new() }
    }

    /// Reads the next items if no document is left.
    async fn fill<I: Items>(
        &mut self,
        reader: &Reader<'_, I>,
        limits: &IndexLimits,
    ) -> Result<(), ReadError<I::Error>> {
        let Some(run) = self.run.filter(|_| self.documents.is_empty() && self.next_item < self.items) else {
            return Ok(());
        };
        let end = self.items.min(self.next_item + ITEMS_AT_ONCE);
        let keys: Vec<_> =
            (self.next_item..end).map(|item| ItemKey::Documents { run: run.slot, item }).collect();
        let documents = reader.read(&keys, run.number, |key, bytes| match key {
            ItemKey::Documents { item, .. } => run.documents_of(item, limits.documents_in_item, bytes),
            _ => Ok(Vec::new()),
        });
        self.documents = documents.await?.into_iter().flatten().collect();
        self.next_item = end;
        Ok(())
    }

    /// Takes the first document if it has this id, which is the highest one of all queues.
    fn take<E: std::error::Error>(&mut self, id: FavoriteId) -> Result<Option<Document>, CompactionError<E>> {
        if self.documents.front().is_none_or(|document| document.id != id) {
            return Ok(None);
        }
        let Some(document) = self.documents.pop_front() else { return Ok(None) };
        if let (Some(run), Some(last)) = (self.run, self.last)
            && last <= id
        {
            let item = self.next_item.saturating_sub(1);
            return Err(malformed(ItemKey::Documents { run: run.slot, item }, Malformed::Order));
        }
        self.last = Some(id);
        Ok(Some(document))
    }
}
