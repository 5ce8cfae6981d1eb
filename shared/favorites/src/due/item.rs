//! The item.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use single_table::{Entity, Timestamp};

use crate::catalogue::Repairs;
use crate::error::Error;
use crate::limits::{ATTEMPT_DELAYS, CALL_LOST, JOB_HELD, NOTES_OF_PASS};
use crate::model::ids::{JobId, UserId};
use crate::model::times::later;
use crate::table::{FavoritesTable, GsiOne};

/// The number of partitions of the index by time, so that writes for all users together may exceed the 1,000
/// units a second of one partition.
pub(crate) const SHARDS: u8 = 16;

/// The background work of a user. A user without such work has no item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Due", partition(user_id), sort(), version(revision))]
#[index(on = GsiOne, view = DueByTime, partition(shard), sort(time, user_id))]
pub(crate) struct Due {
    pub(crate) user_id: UserId,
    revision: u64,
    shard: u8,
    /// The time from which the sweeper looks at the item.
    time: Timestamp,
    state: DueState,
    /// True if the write of this state calls the worker. The filter of the worker's mapping in
    /// `template.yaml` reads it.
    call: bool,
    /// The time from which the worker may go on with each job.
    jobs: BTreeMap<JobId, Timestamp>,
    /// The reconciliation of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pass: Option<DuePass>,
}

/// A reconciliation that the worker has to do, and the [notes](crate::catalogue::ReconciliationDue) that ask
/// for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DuePass {
    /// The time from which the worker may go on with it.
    time: Timestamp,
    due: BTreeSet<Timestamp>,
    repairs: Repairs,
    /// The number of turns in a row without progress.
    #[serde(default)]
    attempts: usize,
}

/// The work of one turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Task {
    /// It goes on with this job.
    Job(JobId),
    /// It reconciles the user, whom notes of these times ask for.
    Pass(Vec<Timestamp>, Repairs),
}

/// The state of a user's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum DueState {
    /// Nothing is due.
    Waits,
    /// A call is on its way through the stream.
    Called,
    /// The worker works.
    Taken,
}

impl Due {
    /// Makes the item of a user without work.
    pub(super) fn new(user: &UserId, now: Timestamp) -> Self {
        let shard = Sha256::digest(user.as_str())[0] % SHARDS;
        let (user_id, state, jobs) = (user.clone(), DueState::Waits, BTreeMap::new());
        Self { user_id, revision: 1, shard, time: now, state, call: false, jobs, pass: None }
    }

    /// Returns the jobs.
    pub(super) fn jobs(&self) -> &BTreeMap<JobId, Timestamp> {
        &self.jobs
    }

    /// Returns true if no work is left.
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.pass.is_none()
    }

    /// Lists a new job.
    ///
    /// # Errors
    /// [`Error::TooManyJobs`] if the user has `most` of them.
    pub(super) fn add(
        &mut self,
        job_id: JobId,
        time: Timestamp,
        most: usize,
        now: Timestamp,
    ) -> Result<(), Error> {
        if self.jobs.len() >= most && !self.jobs.contains_key(&job_id) {
            return Err(Error::TooManyJobs);
        }
        self.set(job_id, Some(time), now);
        Ok(())
    }

    /// Sets the time of a job, or removes the job if `time` is `None`. Calls the worker if a job is due,
    /// unless a call is on its way or the worker works: then it looks at all jobs when it is done.
    pub(super) fn set(&mut self, job_id: JobId, time: Option<Timestamp>, now: Timestamp) {
        match time {
            Some(time) => drop(self.jobs.insert(job_id, time)),
            None => drop(self.jobs.remove(&job_id)),
        }
        self.note_change(now);
    }

    /// Notes that the worker is done for now with a job.
    pub(super) fn give_back(&mut self, job_id: JobId, time: Option<Timestamp>, now: Timestamp) {
        self.set(job_id, time, now);
        self.end_turn(now);
    }

    /// Asks for the reconciliation of the user. The sweeper asks again for notes that find no room.
    pub(super) fn add_pass(&mut self, due: &[Timestamp], repairs: Repairs, now: Timestamp) {
        let new = || DuePass { time: now, due: BTreeSet::new(), repairs, attempts: 0 };
        let pass = self.pass.get_or_insert_with(new);
        pass.repairs = pass.repairs.max(repairs);
        let room = NOTES_OF_PASS.saturating_sub(pass.due.len());
        pass.due.extend(due.iter().take(room));
        self.note_change(now);
    }

    /// Notes the result of a turn in which the worker reconciled the user: `None` if it failed, and otherwise
    /// whether the pass has reached its end. A pass that something else has asked for meanwhile is followed
    /// by another one.
    pub(super) fn give_back_pass(
        &mut self,
        (due, repairs): (&[Timestamp], Repairs),
        is_finished: Option<bool>,
        now: Timestamp,
    ) {
        let Some(pass) = &mut self.pass else { return };
        if let Some(is_finished) = is_finished {
            (pass.time, pass.attempts) = (now, 0);
            if is_finished {
                pass.due.retain(|time| !due.contains(time));
                if pass.due.is_empty() && pass.repairs == repairs {
                    self.pass = None;
                }
            }
        } else {
            pass.time = later(now, pass.delay());
        }
        self.note_change(now);
        self.end_turn(now);
    }

    fn note_change(&mut self, now: Timestamp) {
        match self.state {
            DueState::Waits => self.settle(now),
            DueState::Called | DueState::Taken => self.call = false,
        }
    }

    fn end_turn(&mut self, now: Timestamp) {
        if self.state == DueState::Taken {
            self.settle(now);
        }
    }

    /// Has the worker take what has waited for the longest time. `None` if no call is on its way, because
    /// another delivery of the same call was faster.
    pub(super) fn take(&mut self, now: Timestamp) -> Option<Task> {
        if self.state != DueState::Called {
            return None;
        }
        if self.first_time() > now {
            self.settle(now);
            return None;
        }
        self.time = later(now, JOB_HELD);
        (self.state, self.call) = (DueState::Taken, false);
        let first = self.first_job();
        match &mut self.pass {
            Some(pass) if first.is_none_or(|(_, time)| pass.time < time) => {
                pass.attempts += 1;
                pass.time = later(self.time, pass.delay());
                Some(Task::Pass(pass.due.iter().copied().collect(), pass.repairs))
            }
            _ => {
                let (job_id, _) = first?;
                self.jobs.insert(job_id, self.time);
                Some(Task::Job(job_id))
            }
        }
    }

    /// Calls the worker if something is due, and otherwise waits until one is.
    pub(super) fn settle(&mut self, now: Timestamp) {
        let first = self.first_time();
        self.call = first <= now;
        (self.state, self.time) =
            if self.call { (DueState::Called, later(now, CALL_LOST)) } else { (DueState::Waits, first) };
    }

    /// Calls the worker again if what was to happen until now has not happened: a job's time has come, a call
    /// was lost, or the worker died.
    pub(super) fn settle_if_overdue(&mut self, now: Timestamp) {
        if self.time <= now {
            self.settle(now);
        }
    }

    fn first_time(&self) -> Timestamp {
        let times = self
            .first_job()
            .map(|(_, time)| time)
            .into_iter()
            .chain(self.pass.as_ref().map(|pass| pass.time));
        times.min().unwrap_or(Timestamp::MAX)
    }

    fn first_job(&self) -> Option<(JobId, Timestamp)> {
        let first = self.jobs.iter().min_by_key(|(job_id, time)| (**time, **job_id))?;
        Some((*first.0, *first.1))
    }
}

impl DuePass {
    /// The time until the next attempt, by the number of those without progress. A pass is never given up.
    fn delay(&self) -> Duration {
        ATTEMPT_DELAYS[self.attempts.clamp(1, ATTEMPT_DELAYS.len()) - 1]
    }
}

#[cfg(test)]
#[path = "item_tests.rs"]
mod tests;
