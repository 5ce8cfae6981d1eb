//! The first part of a merge: joins the documents, and writes those of the new run and the merge map.

use super::item::{ItemKey, Items, Put};
use super::job::{Job, Progress, Source};
use super::reader::{ReadError, Reader};
use super::state::{RunSet, beginning};
use super::step::{Step, Work, WorkError};
use super::texts::Texts;
use crate::document::{Document, documents_from_bytes, documents_to_bytes};
use crate::merge::{Joined, Tombstones, join};
use crate::numbers::FavoriteId;

/// The number of blocks that are as large as an item of documents.
const BLOCKS_LIKE_DOCUMENTS: u32 = 2;

/// The documents of the merged runs from some places on.
struct Window<'a> {
    set: &'a RunSet,
    documents_in_item: u32,
    consumed: &'a [u32],
    /// For each run, the number of the first item that is not loaded, and the documents that are loaded and not joined yet.
    runs: Vec<(u32, Vec<Document>)>,
}

impl<'a> Window<'a> {
    fn new(set: &'a RunSet, consumed: &'a [u32], documents_in_item: u32) -> Self {
        let runs = consumed.iter().map(|consumed| (consumed / documents_in_item, Vec::new())).collect();
        Self { set, documents_in_item, consumed, runs }
    }

    /// Returns true if the run has documents that are not loaded.
    fn is_open(&self, run: usize) -> bool {
        let Some((run, (next, _))) = self.set.runs.get(run).zip(self.runs.get(run)) else { return false };
        *next < run.documents.div_ceil(self.documents_in_item)
    }

    /// Loads the next items of some runs: for each of them, at most this number.
    async fn load<I: Items>(
        &mut self,
        reader: &mut Reader<'_, I>,
        runs: &[usize],
        items: u32,
    ) -> Result<(), ReadError<I::Error>> {
        let mut wanted = Vec::new();
        for (index, run) in self.set.runs.iter().enumerate().filter(|(index, _)| runs.contains(index)) {
            let next = self.runs[index].0;
            let end = run.documents.div_ceil(self.documents_in_item).min(next.saturating_add(items));
            let key = |item| ItemKey::Documents { set: self.set.place, slot: run.slot, item };
            wanted.extend((next..end).map(|item| (index, key(item), run.number)));
            self.runs[index].0 = end;
        }
        reader.load(wanted.iter().map(|(_, key, number)| (key.clone(), *number)).collect()).await?;
        for (index, key, _) in &wanted {
            let documents = reader.get(key, documents_from_bytes)?;
            // Of the first item, a part is joined already.
            let is_first = matches!(key, ItemKey::Documents { item, .. } if *item == self.consumed[*index] / self.documents_in_item);
            let joined = if is_first { self.consumed[*index] % self.documents_in_item } else { 0 };
            self.runs[*index].1.extend(documents.into_iter().skip(joined as usize));
        }
        Ok(())
    }

    /// Returns the open run that ends first, with the id there. All documents from this id on are loaded.
    fn limit(&self) -> Option<(FavoriteId, usize)> {
        let ends = self.runs.iter().enumerate().filter(|(run, _)| self.is_open(*run));
        ends.filter_map(|(run, (_, documents))| Some((documents.last()?.id, run))).max()
    }

    /// Joins the loaded documents from an id on. Also returns the number of documents that each run gave.
    fn join<E: std::error::Error>(
        &self,
        from: Option<FavoriteId>,
        tombstones: Tombstones,
    ) -> Result<(Joined, Vec<u32>), WorkError<E>> {
        let taken = |documents: &Vec<Document>| {
            documents.partition_point(|document| from.is_none_or(|from| document.id >= from))
        };
        let inputs: Vec<&[Document]> =
            self.runs.iter().map(|(_, documents)| &documents[..taken(documents)]).collect();
        let counts = inputs.iter().map(|input| count(input.len())).collect();
        Ok((join(&inputs, tombstones)?, counts))
    }
}

/// Converts a number of documents in memory.
fn count(documents: usize) -> u32 {
    u32::try_from(documents).expect("a step has far fewer documents than 2^32")
}

impl<I: Items> Work<'_, I> {
    /// Joins documents until their items are as large as this number of blocks, or a part of the merge map is full.
    pub(super) async fn documents(
        mut self,
        mut job: Job,
        mut consumed: Vec<u32>,
        most: u32,
    ) -> Result<Step, WorkError<I::Error>> {
        let tombstones = self.state.tombstones(&job.source);
        match job.source.clone() {
            Source::Texts(slots) => {
                let texts = Texts::read(&mut self.reader, &self.state.texts[..slots]).await?;
                let documents = texts.joined(tombstones)?.documents;
                let done = documents.len().min(job.documents as usize);
                let most = most.div_ceil(BLOCKS_LIKE_DOCUMENTS).saturating_mul(self.limits.documents_in_item);
                let next = &documents[done..documents.len().min(done + most as usize)];
                self.put_documents(&mut job, next)?;
                if job.documents == count(documents.len()) {
                    job.begin_blocks();
                }
            }
            Source::Runs(place) => {
                let set = self.state.set(place).ok_or(WorkError::Set(place))?;
                for _ in 0..most.div_ceil(BLOCKS_LIKE_DOCUMENTS * self.limits.items_in_part) {
                    let (joined, taken) = self.next_part(set, &consumed, tombstones).await?;
                    self.put_map(&mut job, &joined);
                    self.put_documents(&mut job, &joined.documents)?;
                    consumed.iter_mut().zip(taken).for_each(|(consumed, taken)| *consumed += taken);
                    if set.runs.iter().zip(&consumed).all(|(run, consumed)| run.documents == *consumed) {
                        job.begin_blocks();
                        break;
                    }
                    job.progress = Progress::Documents(consumed.clone());
                }
            }
        }
        let is_empty = job.documents == 0 && matches!(job.progress, Progress::Blocks { .. });
        let mut after = self.state.clone();
        if is_empty {
            after.finish(job, false);
        } else {
            after.job = Some(job);
        }
        Ok(Step { puts: self.puts, after })
    }

    /// Joins the documents of one part. They fill whole items, unless they are the last ones. The result must not depend on how many
    /// parts a step joins: another worker may do the same part in a step of another size.
    async fn next_part(
        &mut self,
        set: &RunSet,
        consumed: &[u32],
        tombstones: Tombstones,
    ) -> Result<(Joined, Vec<u32>), WorkError<I::Error>> {
        let item = self.limits.documents_in_item;
        let wanted = self.limits.items_in_part.saturating_mul(item);
        let mut window = Window::new(set, consumed, item);
        let all: Vec<usize> = (0..consumed.len()).collect();
        window.load(&mut self.reader, &all, 1).await?;
        loop {
            let limit = window.limit();
            let (joined, taken) = window.join(limit.map(|(id, _)| id), tombstones)?;
            let documents = count(joined.documents.len());
            match limit {
                Some((_, run)) if documents < wanted => {
                    let missing = (wanted - documents).div_ceil(item);
                    window.load(&mut self.reader, &[run], missing).await?;
                }
                None if documents <= wanted => return Ok((joined, taken)),
                _ => {
                    let last = joined.documents.get(wanted as usize - 1).map(|document| document.id);
                    return window.join(last, tombstones);
                }
            }
        }
    }

    fn put_map(&mut self, job: &mut Job, joined: &Joined) {
        let key = ItemKey::Map { set: job.target, slot: job.slot, part: job.map_parts };
        self.puts.push(Put::new(key, job.number, joined.map.to_bytes()));
        job.map_parts += 1;
    }

    fn put_documents(&mut self, job: &mut Job, documents: &[Document]) -> Result<(), WorkError<I::Error>> {
        let size = self.limits.documents_in_item;
        let first = job.documents / size;
        for (item, documents) in (first..).zip(documents.chunks(size as usize)) {
            let key = ItemKey::Documents { set: job.target, slot: job.slot, item };
            self.puts.push(Put::new(key, job.number, documents_to_bytes(documents)?));
        }
        for (number, document) in (job.documents..).zip(documents) {
            job.times.note(number, beginning(document.id));
        }
        job.documents += count(documents.len());
        Ok(())
    }
}
