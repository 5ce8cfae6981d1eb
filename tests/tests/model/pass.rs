//! A call of reconciliation, and the terms on which its findings are judged.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::{DueUser, Error, Reconciled, Repairs, UserId};
use tokio::time::Instant;

use crate::call::{Call, Course};
use crate::delivery::Fault;
use crate::tally::{Event, Tally};
use crate::wrong::wrong;

/// The work of a call. It stands still while nobody polls it, and dies when it is dropped.
pub(crate) type Work = Pin<Box<dyn Future<Output = Outcome>>>;

/// A call that stands still.
pub(crate) struct Standing {
    pub(crate) work: Work,
    pub(crate) terms: Terms,
    /// The time at which the call began. Its own time goes on while it stands still.
    pub(crate) since: Instant,
}

/// The outcome of a call.
pub(crate) struct Outcome {
    /// The findings for each user.
    pub(crate) found: Vec<(UserId, Reconciled)>,
    error: Option<Error>,
}

/// The terms on which the outcome of a call is judged.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    /// The users whose differences may be drift: their records were lost, or were on their way for too long while the call was at work.
    pub(crate) excused: BTreeSet<String>,
    /// True if nothing goes wrong on its connection, so that it must not fail.
    pub(crate) is_sound: bool,
    /// True if it has time enough to reach the end.
    pub(crate) has_time: bool,
}

impl Terms {
    /// Returns the terms of a call.
    pub(crate) fn of(call: &Call, excused: BTreeSet<String>) -> Self {
        Self {
            excused,
            is_sound: matches!(call.fault, Fault::None) && call.late.is_none(),
            has_time: !matches!(call.course, Course::Short(_)),
        }
    }

    /// Returns the terms of a call with which nothing goes wrong.
    pub(crate) fn sound(excused: BTreeSet<String>) -> Self {
        Self { excused, is_sound: true, has_time: true }
    }

    /// Counts what was found. False drift is an error, as is a failure without a reason.
    pub(crate) fn judge(&self, outcome: &Outcome, tally: &mut Tally) -> Result<(), String> {
        for (user, result) in &outcome.found {
            let Reconciled { repaired, drift, suspects, finished, .. } = *result;
            tally.count(if finished { Event::Pass } else { Event::TimeUp }, 1);
            tally.count(Event::Suspect, usize::from(suspects > 0));
            tally.count(Event::Repair, usize::from(repaired > drift));
            tally.count(Event::Drift, usize::from(drift > 0));
            if drift > 0 && !self.excused.contains(user.as_str()) {
                return Err(wrong(&format!(
                    "records on their way explain the drift of {user:?}: {result:?}"
                )));
            }
            if self.is_sound && self.has_time && !finished {
                return Err(wrong(&format!("a pass does not reach its end: {result:?}")));
            }
        }
        match &outcome.error {
            Some(error) if self.is_sound => Err(wrong(&format!("a call of reconciliation fails: {error}"))),
            _ => Ok(()),
        }
    }
}

/// Begins a call for a user, or for everybody who is due.
pub(crate) fn begin(
    favorites: Favorites,
    user: Option<UserId>,
    repairs: Repairs,
    time_left: Duration,
) -> Work {
    Box::pin(async move {
        let mut found = Vec::new();
        let end = Instant::now() + time_left;
        let error = match user {
            Some(user_id) => {
                let user = DueUser { user_id, due: Vec::new(), repairs };
                reconcile(&favorites, user, end, &mut found).await
            }
            None => reconcile_due(&favorites, repairs, end, &mut found).await,
        };
        Outcome { found, error: error.err() }
    })
}

async fn reconcile(
    favorites: &Favorites,
    user: DueUser,
    end: Instant,
    found: &mut Vec<(UserId, Reconciled)>,
) -> Result<(), Error> {
    let result = favorites.reconcile_due_user(&user, end - Instant::now()).await?;
    found.push((user.user_id, result));
    Ok(())
}

async fn reconcile_due(
    favorites: &Favorites,
    repairs: Repairs,
    end: Instant,
    found: &mut Vec<(UserId, Reconciled)>,
) -> Result<(), Error> {
    let mut place = None;
    loop {
        let page = favorites.due_users(place.take()).await?;
        for user in page.users {
            if Instant::now() >= end {
                return Ok(());
            }
            let user = DueUser { repairs, ..user };
            reconcile(favorites, user, end, found).await?;
        }
        place = page.next;
        if place.is_none() {
            return Ok(());
        }
    }
}
