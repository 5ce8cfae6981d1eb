//! The second part of a merge: writes the blocks of the new run, and the fences if the run chooses them.

use super::block_source::BlockSource;
use super::fences::read_fences;
use super::item::{ItemKey, Items, Put};
use super::job::{Job, Progress};
use super::step::{Step, Work, WorkError};
use super::terms::Terms;
use crate::fence::Fence;

/// The place of the next block, and the blocks so far.
pub(super) struct Place {
    pub(super) fence: Fence,
    pub(super) blocks: u32,
    pub(super) bytes: u64,
}

impl<I: Items> Work<'_, I> {
    /// Writes at most this number of blocks.
    pub(super) async fn blocks(
        mut self,
        mut job: Job,
        mut place: Place,
        terms: &impl Terms,
        most: u32,
    ) -> Result<Step, WorkError<I::Error>> {
        let most = most as usize;
        let source = BlockSource::read(&mut self.reader, self.state, &job, terms).await?;
        let target = self.state.set(job.target).ok_or(WorkError::Set(job.target))?;
        let fences = read_fences(&mut self.reader, target).await?;
        source.load_ahead(&mut self.reader, &place.fence, fences.as_ref(), most).await?;
        for _ in 0..most {
            let (block, next) = match &fences {
                Some(fences) => {
                    source.block(&mut self.reader, &place.fence, fences.after(&place.fence)).await?
                }
                None => source.first_run_block(&mut self.reader, &place.fence, self.limits.blocks).await?,
            };
            if fences.is_some() && block.len() > self.limits.largest_block {
                return Ok(self.give_up(&job));
            }
            place.blocks += 1;
            place.bytes += u64::try_from(block.len()).expect("a block has fewer than 2^64 bytes");
            let key = ItemKey::Block { set: job.target, fence: place.fence, slot: job.slot };
            self.puts.push(Put::new(key, job.number, block));
            let Some(next) = next else { return Ok(self.finished(job, place.blocks, place.bytes)) };
            if let Some(chosen) = &mut job.chosen {
                self.puts.extend(chosen.push(next.clone(), job.target, job.number)?);
            }
            place.fence = next;
        }
        let Place { fence, blocks, bytes } = place;
        job.progress = Progress::Blocks { fence, blocks, bytes };
        let mut after = self.state.clone();
        after.job = Some(job);
        Ok(Step { puts: self.puts, after })
    }

    fn finished(mut self, mut job: Job, blocks: u32, bytes: u64) -> Step {
        let is_outgrown = match &mut job.chosen {
            Some(chosen) => {
                self.puts.push(chosen.put(job.target, job.number));
                false
            }
            None => {
                self.limits.blocks.are_outgrown(blocks as usize, usize::try_from(bytes).unwrap_or(usize::MAX))
            }
        };
        let mut after = self.state.clone();
        after.finish(job, is_outgrown);
        Step { puts: self.puts, after }
    }

    /// Ends a job whose new run does not fit the fences. What it has written stays invisible.
    fn give_up(self, job: &Job) -> Step {
        let mut after = self.state.clone();
        after.give_up(job.target);
        Step { puts: Vec::new(), after }
    }
}
