//! Runs of a backfill.

use std::fmt;

use futures::stream::{self, TryStreamExt as _};
use futures::{StreamExt as _, future};

use super::job::Job;
use super::pace::Pace;
use super::{Backfill, BackfillCounts, BackfillError, BackfillProgress};
use crate::entity::Entity;
use crate::expression::{Placeholders, filter};
use crate::scan::{ScanPlan, Segments, keep_listed};
use crate::store::{Customize, Store};
use crate::table::{Contains, Database};
use crate::view::Listed;
use crate::write::rewrite::Shape;

/// A backfill that is running. [`Store::backfill`](crate::Store::backfill) makes the run, which needs a Tokio runtime.
pub struct BackfillRun<D: Database, E: Entity> {
    segments: Segments<D>,
    job: Job<E>,
    concurrency: usize,
    progress: BackfillProgress<E>,
}

impl<D: Database> Store<D> {
    /// Runs a [`Backfill`] from `progress`. The run reads consistently, so it does not miss items that were written before it
    /// began.
    pub fn backfill<E>(&self, backfill: Backfill<E>, progress: BackfillProgress<E>) -> BackfillRun<D, E>
    where
        E: Entity,
        D: Contains<E::Table>,
    {
        let entities = <E as Listed>::ENTITIES;
        let mut placeholders = Placeholders::default();
        let plan = ScanPlan {
            table: self.table::<E::Table>().to_owned(),
            index: None,
            entities,
            filter: filter::of_entities::<E::Table>(entities, &mut placeholders),
            keep: keep_listed::<E, E::Table>(),
            projection: None,
            placeholders,
            page_size: backfill.page_size,
            consistent: true,
            segment: None,
            customize: Customize::default(),
        };
        BackfillRun::new(Segments::new(self.clone(), plan, progress.places()), backfill, progress)
    }
}

impl<D: Contains<E::Table>, E: Entity> BackfillRun<D, E> {
    pub(crate) fn new(segments: Segments<D>, backfill: Backfill<E>, progress: BackfillProgress<E>) -> Self {
        let job = Job {
            shape: Shape::new(),
            change: backfill.change,
            pace: backfill.write_units_per_second.map(Pace::new),
            leaves_taken: backfill.leaves_taken,
        };
        Self { segments, job, concurrency: backfill.concurrency.get().into(), progress }
    }

    /// Processes the next page of any segment, and returns the progress including that page, or `None` when all segments are
    /// finished.
    ///
    /// # Errors
    /// [`BackfillError`] for the first item that can't be processed. Other items of the page may be written by then. The backfill
    /// does not move, so the next call tries the same page again.
    pub async fn next_page(&mut self) -> Result<Option<&BackfillProgress<E>>, BackfillError> {
        let Some((segment, page)) = self.segments.next().await? else { return Ok(None) };
        let (store, job) = (self.segments.store(), &self.job);
        let items = page.items.into_iter().map(|item| store.backfill_item(job, item));
        let counts = stream::iter(items)
            .buffer_unordered(self.concurrency)
            .try_fold(BackfillCounts::default(), |mut counts, item| {
                counts += item;
                future::ok(counts)
            })
            .await?;
        self.segments.move_past(segment, page.last);
        self.progress.kept.counts += counts;
        self.progress.kept.segments = self.segments.places().clone();
        Ok(Some(&self.progress))
    }

    /// Processes all remaining pages, and returns the number of items by result.
    ///
    /// # Errors
    /// The errors of [`next_page`](Self::next_page).
    pub async fn finish(&mut self) -> Result<BackfillCounts, BackfillError> {
        while self.next_page().await?.is_some() {}
        Ok(self.progress.counts())
    }

    /// Returns the progress, including every completed page.
    #[must_use]
    pub fn progress(&self) -> &BackfillProgress<E> {
        &self.progress
    }
}

impl<D: Database, E: Entity> fmt::Debug for BackfillRun<D, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackfillRun").field("progress", &self.progress).finish_non_exhaustive()
    }
}
