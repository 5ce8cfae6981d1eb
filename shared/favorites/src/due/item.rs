//! The item.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use single_table::{Check, Entity, Timestamp};

use crate::catalogue::Repairs;
use crate::error::Error;
use crate::limits::{CALL_LOST, JOB_HELD, NOTES_OF_PASS};
use crate::model::ids::{JobId, UserId};
use crate::model::times::{delay_after, later};
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
    /// The upkeep of the user's items that has work left.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    upkeep: BTreeMap<Upkeep, NextTurn>,
}

/// A reconciliation that the worker has to do, and the [notes](crate::catalogue::ReconciliationDue) that ask
/// for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DuePass {
    #[serde(flatten)]
    next: NextTurn,
    due: BTreeSet<Timestamp>,
    repairs: Repairs,
}

/// The next turn with some work that is never given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NextTurn {
    /// The time from which the worker may go on with it.
    time: Timestamp,
    /// The number of turns in a row without progress.
    #[serde(default)]
    attempts: usize,
}

/// Work whose own items say what is left of it. It is never given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Upkeep {
    /// The clean-ups of the user's deleted tags.
    Cleanups,
    /// The compaction of the user's search index.
    Compaction,
}

/// The work of one turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Task {
    /// It goes on with this job.
    Job(JobId),
    /// It reconciles the user, whom notes of these times ask for.
    Pass(Vec<Timestamp>, Repairs),
    /// It goes on with upkeep. This is the time that the next turn with it has meanwhile.
    Upkeep(Upkeep, Timestamp),
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
        Self {
            user_id: user.clone(),
            revision: 1,
            shard,
            time: now,
            state: DueState::Waits,
            call: false,
            jobs: BTreeMap::new(),
            pass: None,
            upkeep: BTreeMap::new(),
        }
    }

    /// Returns the jobs.
    pub(super) fn jobs(&self) -> &BTreeMap<JobId, Timestamp> {
        &self.jobs
    }

    /// Returns true if no work is left.
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.pass.is_none() && self.upkeep.is_empty()
    }

    /// Returns true if upkeep of this kind is left.
    pub(super) fn has_upkeep(&self, upkeep: Upkeep) -> bool {
        self.upkeep.contains_key(&upkeep)
    }

    /// Returns the check that nobody has changed the item.
    pub(super) fn unchanged(&self) -> Check<Self> {
        Check::new(self.key(), Self::REVISION.eq(self.revision))
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
        let new = || DuePass { next: NextTurn::at(now), due: BTreeSet::new(), repairs };
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
            pass.next = NextTurn::at(now);
            if is_finished {
                pass.due.retain(|time| !due.contains(time));
                if pass.due.is_empty() && pass.repairs == repairs {
                    self.pass = None;
                }
            }
        } else {
            pass.next.fail(now);
        }
        self.note_change(now);
        self.end_turn(now);
    }

    /// Asks for a turn with upkeep now. Changes nothing if such a turn is on its way.
    pub(super) fn add_upkeep(&mut self, upkeep: Upkeep, now: Timestamp) {
        let is_due = self.upkeep.get(&upkeep).is_some_and(|next| next.time <= now);
        if is_due && self.state != DueState::Waits {
            return;
        }
        self.upkeep.insert(upkeep, NextTurn::at(now));
        self.note_change(now);
    }

    /// Notes the result of a turn with upkeep, which was `taken`: the time from which the worker may go on,
    /// or no time if nothing is left, or an error. A turn that was asked for meanwhile stays.
    pub(super) fn give_back_upkeep(
        &mut self,
        (upkeep, taken): (Upkeep, Timestamp),
        time: Result<Option<Timestamp>, ()>,
        now: Timestamp,
    ) {
        if let Some(next) = self.upkeep.get_mut(&upkeep).filter(|next| next.time == taken) {
            match time {
                Ok(Some(time)) => *next = NextTurn::at(time),
                Ok(None) => drop(self.upkeep.remove(&upkeep)),
                Err(()) => next.fail(now),
            }
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
        let first = self.first_time();
        if first > now {
            self.settle(now);
            return None;
        }
        self.time = later(now, JOB_HELD);
        (self.state, self.call) = (DueState::Taken, false);
        if let Some((job_id, _)) = self.first_job().filter(|(_, time)| *time == first) {
            self.jobs.insert(job_id, self.time);
            return Some(Task::Job(job_id));
        }
        if let Some((upkeep, next)) = self.upkeep.iter_mut().find(|(_, next)| next.time == first) {
            next.begin(self.time);
            return Some(Task::Upkeep(*upkeep, next.time));
        }
        let pass = self.pass.as_mut()?;
        pass.next.begin(self.time);
        Some(Task::Pass(pass.due.iter().copied().collect(), pass.repairs))
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
        let job = self.first_job().map(|(_, time)| time);
        let others = self.pass.as_ref().map(|pass| &pass.next).into_iter().chain(self.upkeep.values());
        let times = others.map(|next| next.time).chain(job);
        times.min().unwrap_or(Timestamp::MAX)
    }

    fn first_job(&self) -> Option<(JobId, Timestamp)> {
        let first = self.jobs.iter().min_by_key(|(job_id, time)| (**time, **job_id))?;
        Some((*first.0, *first.1))
    }
}

impl NextTurn {
    fn at(time: Timestamp) -> Self {
        Self { time, attempts: 0 }
    }

    /// Counts an attempt before it begins. Should the worker die, the next one waits until after the hold.
    fn begin(&mut self, held_until: Timestamp) {
        self.attempts += 1;
        self.fail(held_until);
    }

    /// Delays the next attempt.
    fn fail(&mut self, now: Timestamp) {
        self.time = later(now, delay_after(self.attempts));
    }
}

#[cfg(test)]
#[path = "item_tests.rs"]
mod tests;
