//! Compaction: one pass over text slots and runs that writes a new run.
//!
//! 1. It joins the documents of all sources by id, and writes those of the new run. The highest version of
//!    each favorite remains. It keeps the new number of each old document, in four bytes.
//! 2. It goes over the terms of all sources in ascending order, joins the posting lists of each term, and
//!    writes the blocks and the directory.
//!
//! The same state and the same items give the same puts. So a worker may die anywhere, and another one may
//! begin again or go on at the last [`Checkpoint`], also at the same time.

mod documents;
mod error;
mod join;
mod run_writer;
mod source;
mod terms;

use futures::future::{BoxFuture, FutureExt as _};

use self::documents::Documents;
pub use self::error::CompactionError;
use self::run_writer::RunWriter;
use self::source::{Source, TextSource};
pub use self::terms::{Mention, Terms};
use crate::error::Malformed;
use crate::index::{Checkpoint, Compaction, IndexLimits, IndexState, Items, Reader, Run, Size};
use crate::posting::Occurrence;

/// The result of a call that works on a compaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compacted {
    /// The call had no more time. The next one goes on from here.
    Stopped(Checkpoint),
    /// The new run, or `None` if no document remains.
    Finished(Option<Run>),
}

impl IndexState {
    /// Works on the compaction under way until it is finished, or until a [`Checkpoint`] at which `is_over`
    /// returns true. Give the result to [`note`](Self::note). Returns `None` if no compaction is under way.
    ///
    /// It holds some blocks of each merged run in memory, the posting list of one term, the contents of the
    /// merged text slots, and four bytes for each document.
    ///
    /// # Errors
    /// [`CompactionError`] if items can't be read or put, or if the state is not the current one.
    pub fn compact<'a, I: Items + Sync>(
        &'a self,
        items: &'a I,
        terms: &'a (impl Terms + Sync),
        limits: &'a IndexLimits,
        is_over: impl Fn() -> bool + Send + Sync + 'a,
    ) -> BoxFuture<'a, Result<Option<Compacted>, CompactionError<I::Error>>> {
        // Boxed, because callers can't show that a future with the reads of a trait is `Send` for all
        // lifetimes.
        async move {
            let Some(compaction) = &self.compaction() else { return Ok(None) };
            self.merge(compaction, items, terms, limits, is_over).await.map(Some)
        }
        .boxed()
    }

    async fn merge<I: Items + Sync>(
        &self,
        compaction: &Compaction,
        items: &I,
        terms: &(impl Terms + Sync),
        limits: &IndexLimits,
        is_over: impl Fn() -> bool + Send + Sync,
    ) -> Result<Compacted, CompactionError<I::Error>> {
        let reader = Reader(items);
        let (texts, runs) = self.sources(compaction);
        let texts = TextSource::read(&reader, texts).await?;
        let documents = Documents { keeps_tombstones: self.has_older_runs(compaction), compaction, limits };
        let joined = documents.join(&reader, &texts, runs).await?;
        let Some(spread) = joined.samples.spread(joined.documents) else {
            return Ok(Compacted::Finished(None));
        };
        let mut writer = RunWriter::resume(&reader, compaction, limits).await?;
        let from = compaction.checkpoint.as_ref().map(|checkpoint| &checkpoint.next);
        let mut numbers = joined.numbers.into_iter();
        let mut sources = Vec::new();
        for (run, numbers) in runs.iter().zip(numbers.by_ref()) {
            sources.push(Source::of_run(&reader, *run, numbers, from).await?);
        }
        sources.push(Source::of_texts(texts.lists(numbers.next().unwrap_or_default(), terms), from));
        let mut first = from.cloned();
        while let Some((term, mut list)) = next_list(&reader, &mut sources).await? {
            // A list that goes on behind the checkpoint.
            let begin = first.take().filter(|from| from.term == term).map(|from| from.document);
            let begin = begin.unwrap_or_default();
            list.retain(|occurrence| occurrence.posting.document >= begin);
            if let Some(checkpoint) = writer.add(term, begin, &list)
                && is_over()
            {
                writer.flush(items).await?;
                return Ok(Compacted::Stopped(checkpoint));
            }
            writer.flush_if_full(items).await?;
        }
        let blocks = writer.finish(items).await?;
        let size = Size { documents: joined.documents, blocks };
        Ok(Compacted::Finished(Some(Run::new(compaction.slot, compaction.number, size, spread))))
    }
}

/// A term with its documents in the new run.
type NewList = (crate::term::Term, Vec<Occurrence>);

/// Takes the lists of the lowest term from all sources.
async fn next_list<I: Items + Sync>(
    reader: &Reader<'_, I>,
    sources: &mut [Source],
) -> Result<Option<NewList>, CompactionError<I::Error>> {
    loop {
        for source in sources.iter_mut() {
            source.fill(reader).await?;
        }
        let Some(term) = sources.iter().filter_map(Source::term).min().cloned() else { return Ok(None) };
        let mut list = Vec::new();
        for source in sources.iter_mut() {
            source.take(reader, &term, &mut list).await?;
        }
        list.sort_unstable_by_key(|occurrence: &Occurrence| occurrence.posting.document);
        if !list.is_sorted_by(|one, other| one.posting.document < other.posting.document) {
            return Err(CompactionError::Malformed { what: "lists", source: Malformed::Order });
        }
        if !list.is_empty() {
            return Ok(Some((term, list)));
        }
    }
}

#[cfg(test)]
mod tests;
