//! The plan of a step: its favorites, and their state before it.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds};

use super::job::Job;
use crate::error::Error;
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
        Self { data_id, before: None, after }
    }

    /// Plans the opposite.
    pub(super) fn opposite(self) -> Self {
        Self { before: self.after, after: self.before, ..self }
    }

    /// Returns the action on this favorite, which for an expiry that is undone is another one for each favorite.
    pub(super) fn action(self, action: Action) -> Action {
        match action {
            Action::SetExpiry(_) => Action::SetExpiry(self.after.map(EpochSeconds::timestamp)),
            action => action,
        }
    }

    /// Returns the plan for a favorite in this state, or `None` if it is as the action wants it. To undo an expiry, the favorite must have
    /// the expiry that the undone job has set.
    fn for_favorite(self, action: Action, favorite: &FavoriteData, undoes: bool) -> Option<Self> {
        let (tag_ids, expiry) = (&favorite.tag_ids, favorite.expire_time);
        let changes = match action {
            Action::Tag(tag_id) => !tag_ids.contains(&tag_id),
            Action::Untag(tag_id) => tag_ids.contains(&tag_id),
            Action::SetExpiry(_) => expiry != self.after && (!undoes || expiry == self.before),
            Action::Delete | Action::Restore | Action::Purge => true,
        };
        changes.then_some(Self { before: expiry, ..self })
    }
}

impl Favorites {
    /// Leaves out what need not be changed. Favorites outside the trash are read for this, with all earlier writes.
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
        let key = |change: &PlannedChange| FavoriteDataKey { user_id: user.clone(), data_id: change.data_id };
        let keys: Vec<_> = wanted.iter().map(key).collect();
        let read = self.store.get_many::<FavoriteData>(&keys).consistent().await?;
        let read = read.complete().map_err(single_table::Error::from)?;
        let favorites = wanted.into_iter().zip(read);
        let needed = favorites
            .filter_map(|(change, favorite)| change.for_favorite(action, favorite.as_ref()?, undoes));
        Ok(needed.collect())
    }
}
