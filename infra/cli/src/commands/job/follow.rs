//! Follows a job until it has ended.

use std::time::{Duration, Instant};

use favorites_api::favorites::{JobCounts, JobState};

use crate::client::{Client, Document, Job, Request};
use crate::failure::Reason;
use crate::output::Progress;

/// The time between two looks at a job.
pub(in crate::commands) const LOOK: Duration = Duration::from_secs(1);

/// The longest time that a command follows a job without progress.
const STANDSTILL: Duration = Duration::from_mins(30);

/// Returns the number of things that a job has processed.
pub(in crate::commands) fn processed(counts: &JobCounts) -> u64 {
    counts.changed + counts.unchanged + counts.failed
}

/// Returns the job after its end. Shows the progress, for which `done` returns the number of things so far.
///
/// # Errors
/// [`Reason::NoProgress`] if the number does not change for half an hour.
pub(in crate::commands) async fn follow(
    client: &Client,
    mut job: Document<Job>,
    done: impl Fn(&Job) -> u64,
) -> Result<Document<Job>, Reason> {
    let progress = Progress::counting("favorites");
    let mut pace = Pace::new(Instant::now());
    while matches!(job.value.state, JobState::Running | JobState::Cancelling) {
        progress.set(done(&job.value));
        pace.check(&job.value, done(&job.value), Instant::now())?;
        tokio::time::sleep(LOOK).await;
        job = client.fetch(Request::get(["jobs", &job.value.id.to_string()])).await?;
    }
    Ok(job)
}

/// Notices a standstill of a job.
#[derive(Debug)]
pub(in crate::commands) struct Pace {
    done: u64,
    /// The time of the first look, or of the last one that found progress.
    since: Instant,
}

impl Pace {
    pub(in crate::commands) fn new(now: Instant) -> Self {
        Self { done: 0, since: now }
    }

    /// Takes note that the job has done this number of things.
    ///
    /// # Errors
    /// [`Reason::NoProgress`] if the number has not changed for half an hour.
    pub(in crate::commands) fn check(&mut self, job: &Job, done: u64, now: Instant) -> Result<(), Reason> {
        if self.is_standstill(done, now) { Err(Reason::NoProgress { id: job.id }) } else { Ok(()) }
    }

    fn is_standstill(&mut self, done: u64, now: Instant) -> bool {
        if done != self.done {
            *self = Self { done, since: now };
        }
        now.duration_since(self.since) >= STANDSTILL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_an_hour_without_progress_is_a_standstill() {
        let start = Instant::now();
        let before = STANDSTILL.checked_sub(Duration::from_millis(1)).unwrap();
        let mut pace = Pace::new(start);
        assert!(!pace.is_standstill(0, start + before));
        assert!(!pace.is_standstill(1, start + STANDSTILL), "it has done something");
        assert!(!pace.is_standstill(1, start + STANDSTILL + before));
        assert!(pace.is_standstill(1, start + STANDSTILL * 2));
    }
}
