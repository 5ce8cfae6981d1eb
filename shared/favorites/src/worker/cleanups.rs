//! A turn with the clean-ups of a user's deleted tags.

use std::time::Duration;

use single_table::Timestamp;
use tokio::time::Instant;

use crate::due::Upkeep;
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Works on clean-ups for a slice of time, and returns the number of steps. If clean-ups are left, a turn
    /// of the user follows. `taken` is the time by which the turn is known.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`]; and the first error of a clean-up, after the others had their
    /// steps.
    pub(super) async fn clean_up_in_turn(
        &self,
        user: &UserId,
        taken: Timestamp,
        slice: Duration,
    ) -> Result<u64, Error> {
        let mut worked = Ok(0);
        let time = self.clean_up(user, Instant::now() + slice, &mut worked).await;
        self.give_back_upkeep(
            user,
            (Upkeep::Cleanups, taken),
            time.as_ref().map(|time| *time).map_err(|_| ()),
        )
        .await?;
        time.and(worked)
    }

    /// Takes steps of the clean-up that has waited for the longest time, and then of the next one. Returns
    /// the time from which the worker may go on, or no time if no clean-up is left.
    async fn clean_up(
        &self,
        user: &UserId,
        end: Instant,
        worked: &mut Result<u64, Error>,
    ) -> Result<Option<Timestamp>, Error> {
        loop {
            let Some(cleanup) = self.first_cleanup(user).await? else { return Ok(None) };
            let now = self.store.now();
            if cleanup.time > now || Instant::now() >= end {
                // Not an earlier time: the user's other work has waited for longer than what just had a turn.
                return Ok(Some(cleanup.time.max(now)));
            }
            match (self.step_cleanup(&cleanup, end).await?, &mut *worked) {
                (Ok(()), Ok(steps)) => *steps += 1,
                (Err(error), Ok(_)) => *worked = Err(error),
                _ => {}
            }
        }
    }
}
