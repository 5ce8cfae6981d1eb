//! The content of the blocks of a new run: the lists of text slots, or the blocks of merged runs.

use std::ops::Range;

use super::fences::read_fences;
use super::item::{ItemKey, Items};
use super::job::{Job, Source};
use super::reader::{ReadError, Reader};
use super::state::{IndexState, RunSet};
use super::step::WorkError;
use super::terms::Terms;
use super::texts::Texts;
use crate::block::{Block, BlockSizes, Filled};
use crate::fence::{Fence, Fences};
use crate::lists::Lists;
use crate::merge::{FirstRunBlock, Merge, MergeMap};

/// A new block, and the fence of the next one.
pub(super) type NewBlock = (Vec<u8>, Option<Fence>);

/// The content of new blocks.
pub(super) enum BlockSource<'a> {
    Texts { lists: Lists, documents: u32 },
    Runs(Box<MergedRuns<'a>>),
}

/// A set of runs that are merged.
pub(super) struct MergedRuns<'a> {
    set: &'a RunSet,
    fences: Fences,
    merge: Merge,
}

impl<'a> BlockSource<'a> {
    /// Reads what all blocks of a job need.
    pub(super) async fn read<I: Items>(
        reader: &mut Reader<'_, I>,
        state: &'a IndexState,
        job: &Job,
        terms: &impl Terms,
    ) -> Result<Self, WorkError<I::Error>> {
        match &job.source {
            Source::Texts(slots) => {
                let texts = Texts::read(reader, &state.texts[..*slots]).await?;
                let joined = texts.joined(state.tombstones(&job.source))?;
                let lists = texts.lists(&joined.documents, terms)?;
                Ok(Self::Texts { lists, documents: job.documents })
            }
            Source::Runs(place) => {
                let set = state.set(*place).ok_or(WorkError::Set(*place))?;
                let fences = read_fences(reader, set).await?.ok_or(WorkError::Set(*place))?;
                let merge = Merge::new(&read_map(reader, job).await?, set.runs.len());
                Ok(Self::Runs(Box::new(MergedRuns { set, fences, merge })))
            }
        }
    }

    /// Returns the block from one fence to the next.
    pub(super) async fn block<I: Items>(
        &self,
        reader: &mut Reader<'_, I>,
        fence: &Fence,
        next: Option<&Fence>,
    ) -> Result<NewBlock, WorkError<I::Error>> {
        let block = match self {
            Self::Texts { lists, documents } => lists.block(fence, next, *documents)?,
            Self::Runs(runs) => {
                let needed = runs.merge.needed(&runs.fences, fence, next);
                runs.load(reader, needed.clone()).await?;
                runs.merge.block(&runs.blocks(reader, needed)?, fence, next)?
            }
        };
        Ok((block, next.cloned()))
    }

    /// Returns the block at a fence, and chooses the next fence.
    pub(super) async fn first_run_block<I: Items>(
        &self,
        reader: &mut Reader<'_, I>,
        fence: &Fence,
        sizes: BlockSizes,
    ) -> Result<NewBlock, WorkError<I::Error>> {
        let runs = match self {
            Self::Runs(runs) => runs,
            Self::Texts { lists, documents } => {
                return Ok(match lists.fill(fence, *documents, sizes)? {
                    Filled::Full(bytes, next) => (bytes, Some(next)),
                    Filled::HasRoom(block) => (block.finish(None)?, None),
                });
            }
        };
        let mut needed = runs.merge.needed(&runs.fences, fence, Some(fence));
        loop {
            runs.load(reader, needed.clone()).await?;
            match runs.merge.first_run_block(&runs.blocks(reader, needed.clone())?, fence, sizes)? {
                FirstRunBlock::Block(bytes, next) => return Ok((bytes, Some(next))),
                FirstRunBlock::Last(bytes) => return Ok((bytes, None)),
                FirstRunBlock::NeedsMore => needed.end += 1,
            }
        }
    }

    /// Reads the blocks that this number of new blocks probably needs, from a fence on, at once. `fences` are those of the new run if
    /// they are chosen already.
    pub(super) async fn load_ahead<I: Items>(
        &self,
        reader: &mut Reader<'_, I>,
        fence: &Fence,
        fences: Option<&Fences>,
        blocks: usize,
    ) -> Result<(), WorkError<I::Error>> {
        let Self::Runs(runs) = self else { return Ok(()) };
        let needed = if let Some(fences) = fences {
            let begin = fences.as_slice().partition_point(|other| other < fence);
            runs.merge.needed(&runs.fences, fence, fences.as_slice().get(begin + blocks))
        } else {
            let first = runs.merge.needed(&runs.fences, fence, Some(fence));
            // A new block has the content of one block, taken from all runs.
            let more = blocks.div_ceil(runs.set.runs().len().max(1));
            first.start..(first.end + more).min(runs.fences.as_slice().len())
        };
        Ok(runs.load(reader, needed).await?)
    }
}

impl MergedRuns<'_> {
    async fn load<I: Items>(
        &self,
        reader: &mut Reader<'_, I>,
        range: Range<usize>,
    ) -> Result<(), ReadError<I::Error>> {
        let fences = self.fences.as_slice().get(range).unwrap_or_default();
        let runs = &self.set.runs;
        let keys =
            fences.iter().flat_map(|fence| runs.iter().map(|run| (self.key(fence, run.slot), run.number)));
        reader.load(keys.collect()).await
    }

    /// Returns blocks that were loaded, for each run.
    fn blocks<'b, I: Items>(
        &self,
        reader: &'b Reader<'_, I>,
        range: Range<usize>,
    ) -> Result<Vec<Vec<Block<'b>>>, ReadError<I::Error>> {
        let fences = self.fences.as_slice().get(range).unwrap_or_default();
        let block = |fence: &Fence, slot| {
            reader.get(&self.key(fence, slot), |bytes| Block::read(fence.clone(), bytes))
        };
        self.set.runs.iter().map(|run| fences.iter().map(|fence| block(fence, run.slot)).collect()).collect()
    }

    fn key(&self, fence: &Fence, slot: u8) -> ItemKey {
        ItemKey::Block { set: self.set.place, fence: fence.clone(), slot }
    }
}

/// Reads the merge map that the job has written.
async fn read_map<I: Items>(reader: &mut Reader<'_, I>, job: &Job) -> Result<MergeMap, ReadError<I::Error>> {
    let key = |part| ItemKey::Map { set: job.target, slot: job.slot, part };
    reader.load((0..job.map_parts).map(|part| (key(part), job.number)).collect()).await?;
    let mut map = MergeMap::default();
    for part in 0..job.map_parts {
        map.append(&reader.get(&key(part), MergeMap::from_bytes)?);
    }
    Ok(map)
}
