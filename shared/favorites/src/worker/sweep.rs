//! The sweeper.

use std::time::Duration;

use tokio::time::Instant;

use crate::catalogue::Repairs;
use crate::due::SHARDS;
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The result of a call of the sweeper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// The number of users whose work was overdue.
    pub users: u64,
    /// The number of users whose reconciliation was due.
    pub due: u64,
    /// The number of notes that a listing of all users has written.
    pub listed: u64,
    /// False if time ran out before the sweeper had seen everything.
    pub finished: bool,
}

impl Favorites {
    /// Calls the worker for every user whose work is overdue: a time has come, a call was lost, or a worker
    /// died. Asks for the reconciliation of every user who is due, and goes on to list all users where that
    /// was asked for. Ends when nothing is left, or when there is no `time_left`; the next call goes on.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn sweep(&self, time_left: Duration) -> Result<Swept, Error> {
        let end = Instant::now() + time_left;
        let mut swept = Swept::default();
        swept.finished =
            self.sweep_overdue(&mut swept.users, end).await? && self.sweep_due(&mut swept.due, end).await?;
        if swept.finished
            && let Some(listed) = self.continue_listing(end - Instant::now()).await?
        {
            // The users who were listed are due at the next call.
            (swept.listed, swept.finished) = (listed.listed, false);
        }
        Ok(swept)
    }

    /// Has a user reconciled, whether the user is due or not.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn reconcile_soon(&self, user: &UserId, repairs: Repairs) -> Result<(), Error> {
        self.add_pass(user, &[], repairs).await
    }

    /// Returns false if time ran out.
    async fn sweep_overdue(&self, users: &mut u64, end: Instant) -> Result<bool, Error> {
        for shard in 0..SHARDS {
            let mut after = None;
            loop {
                let Some(page) = skip_broken(self.overdue(shard, after.as_ref()).await)? else { break };
                for user in page.items {
                    if Instant::now() >= end {
                        return Ok(false);
                    }
                    *users += u64::from(skip_broken(self.sweep_user(&user).await)?.is_some());
                }
                after = page.next;
                if after.is_none() {
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Returns false if time ran out.
    async fn sweep_due(&self, users: &mut u64, end: Instant) -> Result<bool, Error> {
        let mut place = None;
        loop {
            let page = self.due_users(place).await?;
            for user in page.users {
                if Instant::now() >= end {
                    return Ok(false);
                }
                let added = self.add_pass(&user.user_id, &user.due, user.repairs).await;
                *users += u64::from(skip_broken(added)?.is_some());
            }
            place = page.next;
            if place.is_none() {
                return Ok(true);
            }
        }
    }
}

/// Returns the result, or `None` for an item that can't be read. It is logged and passed over, so that it keeps
/// only the users of its page waiting.
fn skip_broken<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(error @ Error::Busy(_)) => Err(error),
        Err(error) => {
            tracing::error!(error = error.without_values(), "the sweeper passed over users");
            Ok(None)
        }
    }
}
