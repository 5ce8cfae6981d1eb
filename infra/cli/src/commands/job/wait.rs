//! Waiting for the end of a job.

use favorites_api::favorites::JobState;

use super::follow::{follow, processed};
use crate::client::{Client, Document, Job};
use crate::failure::Reason;
use crate::output::{Output, job_line};

/// Waits until a job has ended, and writes it. The job continues if the program ends early.
pub(in crate::commands) async fn wait(
    client: &Client,
    output: &mut Output,
    job: Document<Job>,
) -> Result<(), Reason> {
    let job = follow(client, job, |job| processed(&job.counts)).await?;
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
