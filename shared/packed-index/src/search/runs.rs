//! The runs that a search reads.

use std::collections::BTreeSet;

use roaring::RoaringBitmap;

use super::evaluate::Condition;
use super::items::SearchItems;
use super::leaf::{Leaf, RunItem};
use super::run::SearchedRun;
use super::wanted::SearchedIds;
use crate::directory::{ROOT, Unread};
use crate::error::Malformed;
use crate::index::{IndexLimits, IndexState, ItemKey, ReadError, checked};

/// The most items that a search asks the store for at once.
pub(super) const ITEMS_AT_ONCE: usize = 400;

/// The runs that may have documents with the searched ids.
pub(super) struct SearchedRuns<'a, I> {
    items: &'a I,
    leaves: &'a [Leaf],
    pub(super) all: Vec<SearchedRun<'a>>,
    /// The bytes that the search may still read.
    pub(super) bytes: usize,
}

impl<'a, I: SearchItems> SearchedRuns<'a, I> {
    pub(super) fn new(
        state: &IndexState,
        items: &'a I,
        limits: &IndexLimits,
        leaves: &'a [Leaf],
        (ids, bytes): (SearchedIds, usize),
    ) -> Self {
        let reached = state.runs().iter().filter(|run| run.may_have(ids.lowest, ids.highest()));
        let all = reached.map(|run| SearchedRun::new(*run, limits, leaves, ids)).collect();
        Self { items, leaves, all, bytes }
    }

    /// Finds the first document of each run, and reads the roots of all directories that are needed.
    pub(super) async fn locate(&mut self) -> Result<(), ReadError<I::Error>> {
        let mut wanted = BTreeSet::new();
        if !self.leaves.is_empty() {
            wanted.extend((0..self.all.len()).map(|run| (run, RunItem::Directory(ROOT))));
        }
        loop {
            let located = self.all.iter_mut().enumerate();
            wanted.extend(
                located.filter_map(|(run, searched)| Some((run, RunItem::Documents(searched.locate()?)))),
            );
            if wanted.is_empty() {
                return Ok(());
            }
            self.read(std::mem::take(&mut wanted)).await?;
        }
    }

    /// Returns the blocks that may have terms of some leaves. Reads the parts of directories that name them.
    pub(super) async fn blocks(
        &mut self,
        is_wanted: impl Fn(&Leaf) -> bool,
    ) -> Result<BTreeSet<(usize, RunItem)>, ReadError<I::Error>> {
        loop {
            let (mut blocks, mut unread) = (BTreeSet::new(), BTreeSet::new());
            for (index, run) in self.all.iter().enumerate() {
                match run.blocks(&is_wanted) {
                    Ok(of_run) => {
                        blocks.extend(of_run.into_iter().map(|block| (index, RunItem::Block(block))));
                    }
                    Err(Unread(part)) => drop(unread.insert((index, RunItem::Directory(part)))),
                }
            }
            if unread.is_empty() {
                return Ok(blocks);
            }
            self.read(unread).await?;
        }
    }

    /// Reads blocks, and the parts of directories that name them.
    pub(super) async fn read_blocks(
        &mut self,
        blocks: BTreeSet<(usize, RunItem)>,
    ) -> Result<(), ReadError<I::Error>> {
        let part_of = |(run, item): &(usize, RunItem)| Some((*run, self.all[*run].unread_part(*item)?));
        let parts = blocks.iter().filter_map(part_of).collect();
        self.read(parts).await?;
        self.read(blocks).await
    }

    /// Returns the documents of each run that meet each of these conditions. All blocks with their terms must
    /// have been read.
    ///
    /// # Errors
    /// [`ReadError::Malformed`] if a block lacks what the directory says of it.
    pub(super) fn met(
        &self,
        conditions: &[Condition],
    ) -> Result<Vec<Vec<RoaringBitmap>>, ReadError<I::Error>> {
        let of_run = |run: &SearchedRun<'_>| {
            let met = conditions.iter().map(|condition| run.met(condition)).collect::<Result<_, _>>();
            met.map_err(|missing| {
                let key = missing
                    .first()
                    .map_or(ItemKey::Block { run: run.run.slot, block: 0 }, |item| run.key(*item));
                ReadError::Malformed { key, source: Malformed::Count }
            })
        };
        self.all.iter().map(of_run).collect()
    }

    /// Reads items of runs.
    pub(super) async fn read(
        &mut self,
        wanted: BTreeSet<(usize, RunItem)>,
    ) -> Result<(), ReadError<I::Error>> {
        let wanted: Vec<_> = wanted.into_iter().collect();
        for wanted in wanted.chunks(ITEMS_AT_ONCE) {
            let key = |(run, item): &(usize, RunItem)| (self.all[*run].key(*item), self.all[*run].run.number);
            let keys: Vec<_> = wanted.iter().map(key).collect();
            let read = self.items.read(&keys).await.map_err(ReadError::Store)?;
            let mut read = read.into_iter();
            for ((key, number), (run, item)) in keys.into_iter().zip(wanted) {
                let stored = checked(key, number, read.next().flatten())?;
                self.bytes = self.bytes.saturating_sub(stored.bytes.len());
                let noted = self.all[*run].note(*item, &stored.bytes);
                noted.map_err(|source: Malformed| ReadError::Malformed { key, source })?;
            }
        }
        Ok(())
    }
}
