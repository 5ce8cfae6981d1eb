//! The reconciliation: its events, and what is done for each.
//!
//! A state machine calls the function. First it asks for work, and the answer has an event for each user who is due. It calls the
//! function with each of these events, several at once, and then asks for more work.

use std::time::Duration;

use favorites::{DuePlace, DueUser, Error, Favorites, Listed, Reconciled, Repairs, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::deadline::Deadline;
use crate::log::METRICS;
use crate::task::TaskError;

/// The time before its deadline at which a call begins nothing more, so that it can finish its current requests.
const MARGIN: Duration = Duration::from_secs(5);

/// The number of users with which an answer is complete. An answer has at most one page of the list more, and so stays far below the
/// 256 KiB that a state's output may have ("Step Functions service quotas").
const USERS: usize = 200;

/// An event of the reconciliation. With a user, it asks for this user's reconciliation, and without one, for work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReconcileEvent {
    /// The user, due or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user_id: Option<UserId>,
    /// The times for which the list has the user. They are taken off the list when the user's pass reaches its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    due: Vec<Timestamp>,
    /// True to have everybody listed as due.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    full: bool,
    /// The place in the list of due users at which to look for work. `None`: its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<DuePlace>,
    /// The time at which differences are repaired.
    #[serde(default)]
    repairs: Repairs,
}

/// The answer to an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ReconcileAnswer {
    /// A user was reconciled.
    User(Reconciled),
    /// There is work.
    Assignment(Assignment),
}

/// The work that an answer assigns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Assignment {
    /// An event for each user who is due. The order does not matter.
    pub users: Vec<ReconcileEvent>,
    /// The event that asks for more work. `None` at the end of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<ReconcileEvent>,
}

impl ReconcileEvent {
    /// Does what the event asks for, and logs a line about it. A metric filter turns the drift in the line into a metric.
    ///
    /// # Errors
    /// [`TaskError::Failed`], and [`TaskError::NoAnswer`] a second before `deadline`.
    pub async fn reconcile(
        self,
        favorites: &Favorites,
        deadline: Deadline,
    ) -> Result<ReconcileAnswer, TaskError> {
        let work = self.answer(favorites, deadline.time_left().saturating_sub(MARGIN));
        tokio::time::timeout(deadline.time_to_answer(), work)
            .await
            .map_err(|_| TaskError::NoAnswer)?
            .map_err(TaskError::Failed)
    }

    async fn answer(self, favorites: &Favorites, time_left: Duration) -> Result<ReconcileAnswer, Error> {
        // Boxed, because the futures within futures, down to the SDK's, are deeper than the compiler follows.
        match self.user_id {
            Some(user_id) => {
                let user = DueUser { user_id, due: self.due };
                let reconciled = favorites.reconcile_due_user(&user, self.repairs, time_left);
                let reconciled = Box::pin(reconciled).await?;
                log_user(reconciled);
                Ok(ReconcileAnswer::User(reconciled))
            }
            None => Box::pin(self.find_work(favorites, time_left)).await.map(ReconcileAnswer::Assignment),
        }
    }

    /// Finds users who are due. At the end of their list, it continues to list everybody, where that was asked for and is not done.
    async fn find_work(self, favorites: &Favorites, time_left: Duration) -> Result<Assignment, Error> {
        let end = Instant::now() + time_left;
        if self.full {
            favorites.begin_listing().await?;
        }
        let repairs = self.repairs;
        let (mut users, mut place) = (Vec::new(), self.place);
        loop {
            let page = favorites.due_users(place).await?;
            users.extend(page.users.into_iter().map(|user| Self::of(user, repairs)));
            place = page.next;
            if place.is_none() || users.len() >= USERS || Instant::now() >= end {
                break;
            }
        }
        let mut next = place.map(|place| Self { place: Some(place), repairs, ..Self::default() });
        if next.is_none()
            && let Some(listed) = favorites.continue_listing(end - Instant::now()).await?
        {
            log_listed(listed);
            // The users who were listed may be anywhere in the list.
            next = Some(Self { repairs, ..Self::default() });
        }
        tracing::info!(target: METRICS, due = users.len(), last = next.is_none(), "found users to reconcile");
        Ok(Assignment { users, next })
    }

    fn of(user: DueUser, repairs: Repairs) -> Self {
        Self { user_id: Some(user.user_id), due: user.due, repairs, ..Self::default() }
    }
}

/// Logs the line that metric filters read.
fn log_user(Reconciled { favorites, repaired, drift, suspects, finished }: Reconciled) {
    tracing::info!(target: METRICS, favorites, repaired, drift, suspects, finished, "reconciled");
}

fn log_listed(Listed { listed, finished }: Listed) {
    tracing::info!(target: METRICS, listed, finished, "listed users for reconciliation");
}

#[cfg(test)]
#[path = "reconcile_tests.rs"]
mod tests;
