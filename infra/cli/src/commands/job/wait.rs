//! Waiting for the end of a job.

use std::time::Duration;

use favorites_api::favorites::JobState;

use crate::client::{Client, Document, Job, Request};
use crate::failure::Reason;
use crate::output::{Output, Progress, job_line};

/// The time between two looks at a job.
pub(in crate::commands) const LOOK: Duration = Duration::from_secs(1);

/// Waits until a job has ended, and writes it. The job goes on also if the program ends before.
pub(in crate::commands) async fn wait(
    client: &Client,
    output: &mut Output,
    mut job: Document<Job>,
) -> Result<(), Reason> {
    let progress = Progress::counting("favorites");
    while matches!(job.value.state, JobState::Running | JobState::Cancelling) {
        progress.set(job.value.counts.changed + job.value.counts.unchanged);
        tokio::time::sleep(LOOK).await;
        job = client.fetch(Request::get(["jobs", &job.value.id.to_string()])).await?;
    }
    drop(progress);
    for failure in &job.value.failures {
        output.message(&format!("{}: {}", failure.data_id, failure.reason));
    }
    output.document(&job, job_line)?;
    let Job { id, state, counts, undoable, .. } = job.value;
    match state {
        JobState::Done if counts.failed > 0 => Err(Reason::FavoritesLeft { left: counts.failed }),
        JobState::Done | JobState::Running | JobState::Cancelling | JobState::Waiting => Ok(()),
        JobState::Cancelled => Err(Reason::JobEnded { id, state: "was cancelled", undoable }),
        JobState::Failed => Err(Reason::JobEnded { id, state: "failed", undoable }),
    }
}
