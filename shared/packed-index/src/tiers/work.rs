//! The work on the merge under way.

use futures::future::{BoxFuture, FutureExt as _};

use super::block_step::Place;
use super::item::Items;
use super::job::Progress;
use super::limits::IndexLimits;
use super::reader::Reader;
use super::state::IndexState;
use super::step::{Step, Work, WorkError};
use super::terms::Terms;

impl IndexState {
    /// Does the next step of the merge under way: at most `most` blocks, or as many items of documents as are about as large. Returns
    /// `None` if no merge is under way. Workers may do steps of different sizes.
    ///
    /// # Errors
    /// [`WorkError`] if items can't be read, or if the state is not the current one.
    pub fn work<'a, I: Items + Sync>(
        &'a self,
        items: &'a I,
        terms: &'a (impl Terms + Sync),
        limits: &'a IndexLimits,
        most: u32,
    ) -> BoxFuture<'a, Result<Option<Step>, WorkError<I::Error>>> {
        // Boxed, because callers can't show that a future with the reads of a trait is `Send` for all lifetimes.
        async move {
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
        .boxed()
    }
}

#[cfg(test)]
#[path = "work_tests.rs"]
mod tests;
