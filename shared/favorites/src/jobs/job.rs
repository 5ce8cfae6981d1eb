//! The job itself.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Timestamp};

use super::work::JobWork;
use crate::limits::{ATTEMPTS, JOB_FAILURES, JOB_HELD, JOB_KEEPS};
use crate::model::action::Action;
use crate::model::ids::{DataId, JobId, UserId};
use crate::model::page::Position;
use crate::model::times::{delay_after, later};
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
    /// The time until which other calls leave the job alone.
    pub(super) held_until: Timestamp,
    /// True if a call works on the job until then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_claimed: bool,
    /// The number of calls in a row that have begun to work on the job and saved nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    attempts: usize,
    /// The error of the last of them, if it was not cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
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
    /// The user has cancelled the job. The step that is under way is still carried out.
    Cancelling,
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
            Self::Cancelling => "cancelling",
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
            is_claimed: false,
            attempts: 0,
            trouble: None,
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
        !matches!(self.state, JobState::Waiting | JobState::Running | JobState::Cancelling)
    }

    /// Returns the time from which a call may go on with the job. `None`: no work is left.
    pub(crate) fn next_turn(&self) -> Option<Timestamp> {
        (!self.has_ended()).then_some(self.held_until)
    }

    /// Returns the time from which the worker goes on with a job that its request begins, but has not worked
    /// on.
    pub(crate) fn first_turn(&self) -> Timestamp {
        self.held_until.max(later(self.create_time, JOB_HELD))
    }

    /// Returns true if work is left that a call may go on with.
    pub(crate) fn is_free(&self, now: Timestamp) -> bool {
        self.next_turn().is_some_and(|time| time <= now)
    }

    /// Returns true if a call works on the job.
    pub(super) fn is_held(&self, now: Timestamp) -> bool {
        self.is_claimed && self.held_until > now
    }

    /// Returns true if this is `before` since its user has cancelled it, and nothing else has changed it.
    pub(super) fn is_cancelled_copy_of(&self, before: &Self) -> bool {
        let Self { revision, state, update_time, .. } = before.clone();
        self.state == JobState::Cancelling && *before == Self { revision, state, update_time, ..self.clone() }
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

    /// Counts an attempt to go on with the job, and makes the job held. The attempts are counted before the
    /// work, so that one whose process dies is counted, too. Ends the job instead if too many were in vain,
    /// or if its user has cancelled it and no step is under way.
    pub(super) fn claim(&mut self, now: Timestamp) {
        if let Some(reason) = self.given_up() {
            self.give_up(reason, now);
        } else if self.state == JobState::Cancelling && !self.is_planned {
            self.end(JobState::Cancelled, now);
        } else {
            self.attempts += 1;
            self.hold(now);
        }
    }

    /// Makes the job held from now on.
    pub(crate) fn hold(&mut self, now: Timestamp) {
        self.wait_until(later(now, JOB_HELD), now);
        self.is_claimed = true;
    }

    /// Makes the job free for the next call.
    pub(crate) fn release(&mut self, now: Timestamp) {
        self.wait_until(now, now);
    }

    /// Makes the job free for the next call from this time on.
    pub(crate) fn rest_until(&mut self, time: Timestamp, now: Timestamp) {
        self.wait_until(time.max(now), now);
    }

    /// Leaves the job alone until this time.
    pub(crate) fn wait_until(&mut self, time: Timestamp, now: Timestamp) {
        self.update_time = now;
        self.held_until = time;
        self.is_claimed = false;
    }

    /// Notes that the call which holds the job has got further, so that earlier attempts don't count any
    /// more.
    pub(crate) fn note_progress(&mut self) {
        self.attempts = 0;
        self.trouble = None;
    }

    /// Leaves the job alone after an error, for longer with each attempt. After the last one, the job ends.
    pub(super) fn note_trouble(&mut self, trouble: String, now: Timestamp) {
        self.trouble = Some(trouble);
        if let Some(reason) = self.given_up() {
            return self.give_up(reason, now);
        }
        self.wait_until(later(now, delay_after(self.attempts)), now);
    }

    /// Ends the job, which can't go on.
    pub(super) fn give_up(&mut self, reason: String, now: Timestamp) {
        self.reason = Some(reason);
        let is_cancelled = self.state == JobState::Cancelling;
        self.end(if is_cancelled { JobState::Cancelled } else { JobState::Failed }, now);
    }

    /// Returns the reason why nobody tries to go on with the job any more, if [`ATTEMPTS`] calls in a row
    /// have saved nothing. The erasure of an account is tried for as long as it takes.
    pub(super) fn given_up(&self) -> Option<String> {
        if self.attempts < ATTEMPTS || matches!(self.work, JobWork::Erase(_)) {
            return None;
        }
        let last = self.trouble.as_deref().unwrap_or("it was cut off");
        Some(format!("the job got no further in {ATTEMPTS} attempts; the last one: {last}"))
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
        self.note_progress();
        self.release(now);
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(attempts: &usize) -> bool {
    *attempts == 0
}
