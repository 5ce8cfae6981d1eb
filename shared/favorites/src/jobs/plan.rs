//! The plan of a step: its favorites, and their state before it.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Timestamp};

use super::job::Job;
use crate::error::Error;
use crate::limits::MOVES_FOLLOWED;
use crate::model::action::Action;
use crate::model::favorite::{FavoriteData, FavoriteDataKey};
use crate::model::ids::{DataId, JobId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The plan of one step. All plans of a user are in one partition, so that they are found also when their job has expired.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "JobPlan", partition(user_id), sort(job_id, step), ttl(expire_time))]
pub(crate) struct JobPlan {
    user_id: UserId,
    job_id: JobId,
    step: u64,
    pub(super) changes: Vec<PlannedChange>,
    expire_time: EpochSeconds,
}

/// A favorite that a step changes. The expiries matter only to a job that sets them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlannedChange {
    pub(super) data_id: DataId,
    /// The expiry before the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<EpochSeconds>,
    /// The expiry that the step sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<EpochSeconds>,
    /// The end of the job that is undone. A tag that was put on or taken off later is not the job's.
    #[serde(skip)]
    until: Option<Timestamp>,
}

impl JobPlan {
    /// Makes the plan of a job's next step.
    pub(super) fn new(job: &Job, changes: Vec<PlannedChange>) -> Self {
        let (user_id, job_id, step) = (job.user_id.clone(), job.job_id, job.steps);
        Self { user_id, job_id, step, changes, expire_time: job.expire_time() }
    }
}

impl PlannedChange {
    /// Plans an action on a favorite.
    pub(super) fn new(data_id: DataId, action: Action) -> Self {
        let after = match action {
            Action::SetExpiry(time) => time.map(EpochSeconds::of),
            _ => None,
        };
        Self { data_id, before: None, after, until: None }
    }

    /// Plans the opposite, for a job that has done this until then.
    pub(super) fn opposite(self, until: Timestamp) -> Self {
        Self { before: self.after, after: self.before, until: Some(until), ..self }
    }

    /// Returns the action on this favorite, which for an expiry that is undone is another one for each favorite.
    pub(super) fn action(self, action: Action) -> Action {
        match action {
            Action::SetExpiry(_) => Action::SetExpiry(self.after.map(EpochSeconds::timestamp)),
            action => action,
        }
    }

    /// Returns the plan for a favorite in this state, or `None` if it is as the action wants it. To undo an
    /// expiry, the favorite must have the expiry that the undone job has set. To undo a change of a tag, the
    /// tag must not have been put on or taken off after the job.
    fn for_favorite(self, action: Action, favorite: &FavoriteData, undoes: bool) -> Option<Self> {
        let (tag_ids, expiry) = (&favorite.tag_ids, favorite.expire_time);
        let is_later = |tag_id| self.until.is_some_and(|until| favorite.tag_times.is_after(tag_id, until));
        let changes = match action {
            Action::Tag(tag_id) => !tag_ids.contains(&tag_id) && !is_later(tag_id),
            Action::Untag(tag_id) => tag_ids.contains(&tag_id) && !is_later(tag_id),
            Action::SetExpiry(_) => expiry != self.after && (!undoes || expiry == self.before),
            Action::Delete | Action::Restore | Action::Purge => true,
        };
        changes.then_some(Self { before: expiry, ..self })
    }
}

impl Favorites {
    /// Leaves out what need not be changed. Favorites outside the trash are read for this, with all earlier
    /// writes. An undoing follows those that have another id since, because their clip time was changed.
    pub(super) async fn needed(
        &self,
        user: &UserId,
        action: Action,
        wanted: Vec<PlannedChange>,
        undoes: bool,
    ) -> Result<Vec<PlannedChange>, Error> {
        if matches!(action, Action::Restore | Action::Purge) {
            return Ok(wanted);
        }
        let (mut needed, mut left) = (Vec::new(), wanted);
        for _ in 0..=MOVES_FOLLOWED {
            let key =
                |change: &PlannedChange| FavoriteDataKey { user_id: user.clone(), data_id: change.data_id };
            let keys: Vec<_> = left.iter().map(key).collect();
            let read = self.store.get_many::<FavoriteData>(&keys).consistent().await?;
            let read = read.complete().map_err(single_table::Error::from)?;
            let mut missing = Vec::new();
            for (change, favorite) in left.into_iter().zip(read) {
                match favorite {
                    Some(favorite) => needed.extend(change.for_favorite(action, &favorite, undoes)),
                    None => missing.push(change),
                }
            }
            if !undoes || missing.is_empty() {
                break;
            }
            let moved = self.moved_to(user, missing.iter().map(|change| change.data_id)).await?;
            let moved = missing.into_iter().zip(moved);
            left = moved
                .filter_map(|(change, moved)| Some(PlannedChange { data_id: moved?, ..change }))
                .collect();
        }
        Ok(needed)
    }
}
