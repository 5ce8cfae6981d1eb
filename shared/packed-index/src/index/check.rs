//! A check of all visible items.

use futures::future::{BoxFuture, FutureExt as _};

use super::item::{ItemKey, Items};
use super::limits::IndexLimits;
use super::reader::{ReadError, Reader};
use super::run::Run;
use super::state::IndexState;
use crate::block::Block;
use crate::directory::{Directory, ROOT};
use crate::error::Malformed;
use crate::text_slot::slot_from_bytes;

/// The number of items that are held in memory at once.
const ITEMS_AT_ONCE: usize = 100;

impl IndexState {
    /// Reads all items that the state names, besides those of the compaction under way, and checks that they
    /// are there and can be read.
    ///
    /// # Errors
    /// [`ReadError`] for the first item that can't be read, or is not the one that the state names.
    pub fn check<'a, I: Items + Sync>(
        &'a self,
        items: &'a I,
        limits: &'a IndexLimits,
    ) -> BoxFuture<'a, Result<(), ReadError<I::Error>>> {
        // Boxed, because callers can't show that a future with the reads of a trait is `Send` for all
        // lifetimes.
        async move {
            let reader = Reader(items);
            for slot in &self.texts {
                let key = ItemKey::Text { slot: slot.slot };
                reader.read(&[key], slot.number, |_, bytes| slot_from_bytes(bytes).map(drop)).await?;
            }
            for run in &self.runs {
                check_run(&reader, run, limits).await?;
            }
            Ok(())
        }
        .boxed()
    }
}

async fn check_run<I: Items>(
    reader: &Reader<'_, I>,
    run: &Run,
    limits: &IndexLimits,
) -> Result<(), ReadError<I::Error>> {
    let mut directory = Directory::new(run.blocks, limits.blocks_in_part);
    let documents = 0..run.documents.div_ceil(limits.documents_in_item);
    let keys =
        [ROOT].into_iter().chain(directory.parts()).map(|part| ItemKey::Directory { part, run: run.slot });
    let keys = keys.chain(documents.map(|item| ItemKey::Documents { run: run.slot, item }));
    let keys = keys.chain((0..run.blocks).map(|block| ItemKey::Block { run: run.slot, block }));
    let keys: Vec<_> = keys.collect();
    for keys in keys.chunks(ITEMS_AT_ONCE) {
        let check = |key, bytes: &[u8]| match key {
            ItemKey::Directory { part, .. } => directory.note(part, bytes),
            ItemKey::Documents { item, .. } => {
                run.documents_of(item, limits.documents_in_item, bytes).map(drop)
            }
            ItemKey::Block { block, .. } => check_block(&directory, block, bytes),
            ItemKey::Text { .. } => Ok(()),
        };
        reader.read(keys, run.number, check).await?;
    }
    Ok(())
}

/// Checks that a block can be read, and begins where the directory says.
fn check_block(directory: &Directory, block: u32, bytes: &[u8]) -> Result<(), Malformed> {
    let mut entries = Block::read(bytes)?.entries();
    let first = entries.next().ok_or(Malformed::Count)??;
    let start = directory.start(block).ok().flatten().ok_or(Malformed::Count)?;
    if first.term != start.term
        || first.list.postings().next().is_none_or(|first| first.document < start.document)
    {
        return Err(Malformed::Order);
    }
    entries.try_for_each(|entry| entry.map(|_| ()))
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
