//! A check of all visible items.

use futures::future::{BoxFuture, FutureExt as _};

use super::fences::read_fences;
use super::item::{ItemKey, Items};
use super::limits::{FENCES_IN_ITEM, IndexLimits};
use super::reader::{ReadError, Reader};
use super::state::{IndexState, Run, RunSet};
use crate::block::Block;
use crate::fence::Fences;
use crate::text_slot::slot_from_bytes;

/// The number of items of documents that are held in memory at once.
const DOCUMENTS_AT_ONCE: usize = 100;

impl IndexState {
    /// Reads all items that the state names, besides those of merges, and checks that they are there and can be read. It holds some of
    /// them at a time in memory.
    ///
    /// # Errors
    /// [`ReadError`] for the first item that can't be read, or is not the one that the state names.
    pub fn check<'a, I: Items + Sync>(
        &'a self,
        items: &'a I,
        limits: &'a IndexLimits,
    ) -> BoxFuture<'a, Result<(), ReadError<I::Error>>> {
        // Boxed, because callers can't show that a future with the reads of a trait is `Send` for all lifetimes.
        async move {
            for slot in &self.texts {
                let (mut reader, key) = (Reader::new(items), ItemKey::Text { slot: slot.slot });
                reader.load(vec![(key.clone(), slot.number)]).await?;
                reader.get(&key, slot_from_bytes)?;
            }
            for set in self.sets() {
                let fences = read_fences(&mut Reader::new(items), set).await?.unwrap_or_default();
                for run in &set.runs {
                    check_documents(items, set, run, limits).await?;
                    check_blocks(items, set, run, &fences).await?;
                }
            }
            Ok(())
        }
        .boxed()
    }

    /// Returns the state without the merges under way. They begin again with the next [`plan`](Self::plan).
    ///
    /// A merge that begins again chooses other fences, so sets without fences are retired: they may have blocks at those that were chosen
    /// so far.
    #[must_use]
    pub fn without_merges(&self) -> Self {
        let mut after = Self { job: None, paused: Vec::new(), ..self.clone() };
        for job in self.job.iter().chain(&self.paused).filter(|job| job.chosen.is_some()) {
            after.retire(job.target);
        }
        after
    }
}

async fn check_documents<I: Items>(
    items: &I,
    set: &RunSet,
    run: &Run,
    limits: &IndexLimits,
) -> Result<(), ReadError<I::Error>> {
    let key = |item| ItemKey::Documents { set: set.place, slot: run.slot, item };
    let numbers: Vec<_> = (0..run.documents.div_ceil(limits.documents_in_item)).collect();
    for numbers in numbers.chunks(DOCUMENTS_AT_ONCE) {
        let mut reader = Reader::new(items);
        reader.load(numbers.iter().map(|item| (key(*item), run.number)).collect()).await?;
        for item in numbers {
            reader.get(&key(*item), |bytes| run.documents_of(*item, limits.documents_in_item, bytes))?;
        }
    }
    Ok(())
}

async fn check_blocks<I: Items>(
    items: &I,
    set: &RunSet,
    run: &Run,
    fences: &Fences,
) -> Result<(), ReadError<I::Error>> {
    for fences in fences.as_slice().chunks(FENCES_IN_ITEM) {
        let mut reader = Reader::new(items);
        let key = |fence: &crate::fence::Fence| ItemKey::Block {
            set: set.place,
            fence: fence.clone(),
            slot: run.slot,
        };
        reader.load(fences.iter().map(|fence| (key(fence), run.number)).collect()).await?;
        for fence in fences {
            reader.get(&key(fence), |bytes| {
                let block = Block::read(fence.clone(), bytes)?;
                block.entries().try_for_each(|entry| entry.map(|_| ()))
            })?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
