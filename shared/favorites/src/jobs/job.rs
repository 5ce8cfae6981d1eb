//! The job itself.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Timestamp};

use super::work::JobWork;
use crate::limits::{JOB_FAILURES, JOB_HELD, JOB_KEEPS};
use crate::model::action::Action;
use crate::model::ids::{DataId, JobId, UserId};
use crate::model::page::Position;
use crate::model::times::later;
use crate::table::FavoritesTable;

/// A job, with its progress.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Job", partition(user_id), sort(job_id), version(revision), ttl(expire_time))]
pub struct Job {
    /// The user whose job it is.
    pub user_id: UserId,
    /// The id of the job. Ids are in the order of creation.
    pub job_id: JobId,
    revision: u64,
    /// The work that the job does.
    pub work: JobWork,
    /// The state of the job.
    pub state: JobState,
    /// The reason why the job failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The numbers of favorites that the job has worked on.
    pub counts: JobCounts,
    /// The first [`JOB_FAILURES`] favorites that could not be changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<JobFailure>,
    /// The job that undoes this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<JobId>,
    /// The time at which the job was created.
    pub create_time: Timestamp,
    /// The time of the last saved step.
    pub update_time: Timestamp,
    /// The place at which the next plan begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<Position>,
    /// True if no plan follows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_last: bool,
    /// The number of plans that are carried out.
    pub(super) steps: u64,
    /// True if the plan of the number `steps` is saved, and perhaps carried out in part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_planned: bool,
    /// The time until which a call holds the job.
    pub(super) held_until: Timestamp,
    expire_time: EpochSeconds,
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JobState {
    /// The job is an import whose file is not uploaded yet.
    Waiting,
    /// Work is left.
    Running,
    /// All work is done, except for the favorites that could not be changed.
    Done,
    /// The user has cancelled the job. Changes until then stay.
    Cancelled,
    /// The job can't go on. Changes until then stay.
    Failed,
}

/// The numbers of favorites that a job has worked on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobCounts {
    /// Favorites that the job has changed.
    pub changed: u64,
    /// Favorites that were as the action wants them, or that were gone when their turn came.
    pub unchanged: u64,
    /// Favorites that could not be changed.
    pub failed: u64,
}

/// A favorite that a job could not change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobFailure {
    /// The favorite.
    pub data_id: DataId,
    /// The reason.
    pub reason: String,
}

impl JobState {
    /// Returns the name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }
}

impl Job {
    /// Makes a job that nobody holds.
    pub(crate) fn new(user: &UserId, work: JobWork, now: Timestamp) -> Self {
        Self {
            user_id: user.clone(),
            job_id: JobId::at(now),
            revision: 1,
            work,
            state: JobState::Running,
            reason: None,
            counts: JobCounts::default(),
            failures: Vec::new(),
            undone_by: None,
            create_time: now,
            update_time: now,
            after: None,
            is_last: false,
            steps: 0,
            is_planned: false,
            held_until: now,
            expire_time: EpochSeconds::of(now).plus(JOB_KEEPS),
        }
    }

    /// Returns the same job with other work.
    pub(crate) fn with_work(&self, work: JobWork) -> Self {
        Self { work, ..self.clone() }
    }

    /// Returns the same job in another state.
    pub(crate) fn with_state(&self, state: JobState) -> Self {
        Self { state, ..self.clone() }
    }

    /// Returns true if no work is left.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        !matches!(self.state, JobState::Waiting | JobState::Running)
    }

    /// Returns true if work is left, and no call holds the job.
    pub(crate) fn is_free(&self, now: Timestamp) -> bool {
        self.state == JobState::Running && self.held_until <= now
    }

    /// Returns true if the job can be undone: it has ended, its action has an opposite, and no other job undoes it.
    #[must_use]
    pub fn is_undoable(&self) -> bool {
        let opposite = self.work.action().and_then(Action::opposite);
        self.has_ended() && opposite.is_some() && self.undone_by.is_none()
    }

    /// Returns true if the job undoes another one.
    pub(super) fn is_undoing(&self) -> bool {
        matches!(self.work, JobWork::Undo { .. })
    }

    /// The time at which DynamoDB removes the job and its plans.
    pub(crate) fn expire_time(&self) -> EpochSeconds {
        self.expire_time
    }

    /// Keeps the job for this time.
    pub(crate) fn keep_for(&mut self, now: Timestamp, time: Duration) {
        self.expire_time = EpochSeconds::of(now).plus(time);
    }

    /// Makes the job held from now on.
    pub(crate) fn hold(&mut self, now: Timestamp) {
        self.update_time = now;
        self.held_until = later(now, JOB_HELD);
    }

    /// Makes the job free for the next call.
    pub(crate) fn release(&mut self, now: Timestamp) {
        self.update_time = now;
        self.held_until = now;
    }

    /// Leaves the job alone until this time.
    pub(crate) fn wait_until(&mut self, time: Timestamp, now: Timestamp) {
        self.update_time = now;
        self.held_until = time;
    }

    /// Notes a favorite that could not be changed.
    pub(super) fn note_failure(&mut self, data_id: DataId, reason: String) {
        self.counts.failed += 1;
        if self.failures.len() < JOB_FAILURES {
            self.failures.push(JobFailure { data_id, reason });
        }
    }

    /// Ends the job.
    pub(crate) fn end(&mut self, state: JobState, now: Timestamp) {
        self.state = state;
        self.release(now);
    }
}
