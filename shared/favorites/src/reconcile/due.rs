//! The users who are due.

use std::collections::BTreeMap;
use std::time::Duration;

use single_table::{EpochSeconds, Timestamp};
use tokio::time::Instant;

use super::result::Reconciled;
use super::state::Work;
use crate::catalogue::{DUE_SHARDS, ReconciliationDue, Repairs};
use crate::error::Error;
use crate::model::ids::UserId;
use crate::model::page::Position;
use crate::service::Favorites;

/// The most notes of the list that are read at once.
const NOTES: u32 = 100;

/// A user who is due, with the times for which the list has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueUser {
    /// The user.
    pub user_id: UserId,
    /// The times. They are taken off the list when the user's pass has reached its end.
    pub due: Vec<Timestamp>,
    /// The time at which differences are repaired.
    pub repairs: Repairs,
}

/// A place in the list of due users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuePlace {
    shard: u8,
    after: Option<Position>,
}

/// Some of the users who are due.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DuePage {
    /// The users, of whom there may be none.
    pub users: Vec<DueUser>,
    /// The place to continue from. `None`: these are the last.
    pub next: Option<DuePlace>,
}

impl Favorites {
    /// Reads users who are due, from a place of the list on. A user is due at the time that a change or a pass has put on the list. A
    /// page is one request, and a user who is not due costs nothing.
    ///
    /// # Errors
    /// [`Error::Position`] where the place can't be read; [`Error::Busy`] and [`Error::Table`].
    pub async fn due_users(&self, place: Option<DuePlace>) -> Result<DuePage, Error> {
        let DuePlace { shard, after } = place.unwrap_or(DuePlace { shard: 0, after: None });
        let notes = self.due_page(shard, after.as_ref(), NOTES).await?;
        let mut users: BTreeMap<UserId, (Vec<Timestamp>, Repairs)> = BTreeMap::new();
        for note in notes.items {
            let (due, repairs) = users.entry(note.user_id).or_default();
            due.push(note.due);
            *repairs = note.repairs.max(*repairs);
        }
        let users = users.into_iter().map(|(user_id, (due, repairs))| DueUser { user_id, due, repairs });
        let next = match notes.next {
            Some(after) => Some(DuePlace { shard, after: Some(after) }),
            None => Some(shard + 1)
                .filter(|shard| *shard < DUE_SHARDS)
                .map(|shard| DuePlace { shard, after: None }),
        };
        Ok(DuePage { users: users.collect(), next })
    }

    /// Reconciles a user who is due, and takes them off the list when the pass reaches its end.
    ///
    /// A pass that began before a time of the list does not know all that happened until then. So after the end of a pass that was under
    /// way, another pass may follow.
    ///
    /// # Errors
    /// As [`reconcile_user`](Self::reconcile_user).
    pub async fn reconcile_due_user(&self, user: &DueUser, time_left: Duration) -> Result<Reconciled, Error> {
        let end = Instant::now() + time_left;
        let mut before = Reconciled::default();
        loop {
            let Work { result, pass, .. } = self.work_on(&user.user_id, user.repairs, end).await?;
            let reconciled = before.followed_by(result);
            if !result.finished {
                return Ok(reconciled);
            }
            let due = || user.due.iter().copied().map(EpochSeconds::of);
            let now = self.seconds();
            if due().any(|due| due > pass.since && due <= now) {
                before = reconciled;
                continue;
            }
            for due in due() {
                self.unlist_due(&ReconciliationDue::new(&user.user_id, due, user.repairs)).await?;
            }
            return Ok(reconciled);
        }
    }
}
