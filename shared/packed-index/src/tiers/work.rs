//! The work on the merge under way.

use super::block_step::Place;
use super::item::Items;
use super::job::Progress;
use super::limits::IndexLimits;
use super::reader::Reader;
use super::state::IndexState;
use super::step::{Step, Work, WorkError};
use super::terms::Terms;

impl IndexState {
    /// Does the next step of the merge under way: about `most` items of documents, or at most `most` blocks. Returns `None` if no
    /// merge is under way. Workers may do steps of different sizes.
    ///
    /// # Errors
    /// [`WorkError`] if items can't be read, or if the state is not the current one.
    pub async fn work<I: Items>(
        &self,
        items: &I,
        terms: &impl Terms,
        limits: &IndexLimits,
        most: u32,
    ) -> Result<Option<Step>, WorkError<I::Error>> {
        let Some(job) = self.job.clone() else { return Ok(None) };
        let work = Work { state: self, reader: Reader::new(items), limits, puts: Vec::new() };
        let most = most.max(1);
        let step = match job.progress.clone() {
            Progress::Documents(consumed) => work.documents(job, consumed, most).await?,
            Progress::Blocks { fence, blocks, bytes } => {
                work.blocks(job, Place { fence, blocks, bytes }, terms, most).await?
            }
        };
        Ok(Some(step))
    }
}

#[cfg(test)]
#[path = "work_tests.rs"]
mod tests;
