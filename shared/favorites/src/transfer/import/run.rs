//! The work of an import, step by step.

use tokio::time::Instant;

use super::open::OpenImport;
use super::prepared::{Outcome, Prepared, repeated};
use super::report::ReportedOutcome;
use crate::error::Error;
use crate::files::{FilesError, import_key};
use crate::jobs::{Import, Job, JobState, JobWork, Pace, Stop};
use crate::service::Favorites;
use crate::use_cases::tag_names::folded;

impl Favorites {
    /// Imports entries until none is left or the time is over. `job` is always as it is stored.
    pub(in crate::transfer) async fn import(
        &self,
        job: &mut Job,
        import: Import,
        pace: &mut Pace,
        end: Instant,
    ) -> Result<(), Stop> {
        let opened = Instant::now();
        let mut open = self.open_import(job, &import).await?;
        // To open a large file may take longer than a turn. Then the turn has as much time again for its
        // entries.
        let end = end.max(Instant::now() + opened.elapsed());
        // The state after the last step, which the next save has.
        let mut done = Import { format: Some(open.format), ..import };
        let mut after = job.clone();
        loop {
            let rows = open.next_step().await?;
            done.encoding = Some(open.encoding.to_owned());
            let Some(first) = rows.first().map(|row| row.number) else {
                return self.finish_import(job, after, done, open).await;
            };
            let count = rows.len();
            let now = self.store.now();
            let rows = rows.into_iter().map(|row| Prepared::of(row, job, &done, now));
            let mut step: Vec<_> = rows.collect();
            let repeated = repeated(&mut step, &mut open);
            let is_again = done.existing.is_some();
            let existing = match done.existing.take() {
                Some(existing) => {
                    step.iter_mut().for_each(Prepared::note_repeat);
                    existing
                }
                None => self.existing(&job.user_id, &step, repeated, &mut open).await?,
            };
            done.existing = Some(existing.clone());
            after.work = JobWork::Import(done.clone());
            after.hold(self.store.now());
            self.save_progress(job, after).await?;
            after = job.clone();
            let outcomes = if done.options.dry_run {
                self.preview_step(job, &mut done, &step, &existing, &mut open).await?
            } else {
                let created = step.iter().filter_map(|prepared| prepared.created_tag(&existing));
                created.for_each(|name| done.note_created_tag(name.clone()));
                let user = (&job.user_id, job.job_id);
                let outcomes = self.save_step(user, &mut step, &existing, &mut open).await?;
                note_created_tags(&mut done, &mut open, &step, is_again);
                outcomes
            };
            done.remarked += self.note_outcomes(&mut after, first, &step, outcomes).await?;
            done.rows = first + count as u64;
            done.existing = None;
            after.note_progress();
            pace.rest(end).await;
            if Instant::now() >= end {
                after.work = JobWork::Import(done);
                after.rest_until(pace.free(), self.store.now());
                return self.save_progress(job, after).await;
            }
        }
    }

    /// Counts the outcomes of a step, and saves the report. Returns the number of entries with remarks.
    async fn note_outcomes(
        &self,
        job: &mut Job,
        first: u64,
        step: &[Prepared],
        mut outcomes: Vec<(usize, Outcome)>,
    ) -> Result<u64, Error> {
        outcomes.sort_by_key(|(place, _)| *place);
        let mut report = Vec::new();
        for (place, outcome) in outcomes {
            let counts = &mut job.counts;
            *match outcome.outcome {
                ReportedOutcome::Imported => &mut counts.changed,
                ReportedOutcome::Duplicate { .. } => &mut counts.unchanged,
                ReportedOutcome::Invalid { .. } => &mut counts.failed,
            } += 1;
            report.extend(step[place].report(outcome));
        }
        let remarked = report.iter().filter(|entry| !entry.remarks.is_empty()).count() as u64;
        self.save_report(job, first, report).await?;
        Ok(remarked)
    }

    /// Ends the job: the file is read to its end, or can't be read further.
    async fn finish_import(
        &self,
        job: &mut Job,
        mut after: Job,
        done: Import,
        open: OpenImport,
    ) -> Result<(), Stop> {
        after.work = JobWork::Import(done);
        after.reason.clone_from(&open.failure);
        let state = if open.failure.is_some() { JobState::Failed } else { JobState::Done };
        *job = self.end_job(job, after, state).await?.ok_or(Stop::Taken)?;
        Ok(())
    }

    /// Deletes the file of an import that has ended. If this fails, the lifecycle rule of the bucket deletes
    /// the file. Does nothing for another job.
    pub async fn delete_import_file(&self, job: &Job) {
        if !job.has_ended() || !matches!(job.work, JobWork::Import(_)) {
            return;
        }
        let deleted = async { Ok::<_, FilesError>(self.files()?.delete(&import_key(job)?).await?) };
        if let Err(error) = deleted.await {
            tracing::warn!(%error, "the file of an import was not deleted");
        }
    }
}

/// Notes the tags that a step of another service's file has created. A step that is done again may have
/// created them before.
fn note_created_tags(import: &mut Import, open: &mut OpenImport, step: &[Prepared], is_again: bool) {
    if is_again {
        for name in step.iter().flat_map(Prepared::tag_names) {
            if let Some(created) = open.tags.recent.get(&folded(name))
                && !import.created_tags.contains(created)
            {
                import.note_created_tag(created.clone());
            }
        }
    }
    for tag in open.tags.named.created.drain(..) {
        import.note_created_tag(tag.tag_name);
    }
}
