//! Reconciliation by hand: of one user or of all users of a service that runs on this machine.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::{Client, DuePlace, DueUser, Error, Reconciled, Repairs, UserId};

use crate::access_key::AccessKey;
use crate::connection::Connection;
use crate::environment::Environment;

/// The time after which a call returns, so that the command can report progress.
const SLICE: Duration = Duration::from_secs(2);

/// The users to reconcile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whom {
    /// The given user, due or not.
    User(UserId),
    /// The users who are due.
    Due,
    /// All users of the table.
    Everybody,
}

/// The progress of a reconciliation, and at its end the summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Users whose pass reached its end.
    pub users: u64,
    /// Users whose pass failed. The log says why.
    pub failed: u64,
    /// The sum of what was found.
    pub found: Reconciled,
}

impl Progress {
    fn add(&mut self, result: Reconciled) {
        self.users += u64::from(result.finished);
        self.found.add(result);
    }
}

/// Returns the use cases on the table of a service whose DynamoDB answers at `endpoint`, such as `http://127.0.0.1:8000`, and asks for
/// `key`.
#[must_use]
pub fn favorites_at(endpoint: &str, table_name: &str, key: &AccessKey) -> Favorites {
    let environment =
        Environment::new(Connection::over_http(endpoint.trim_end_matches('/')), table_name.to_owned(), key);
    Favorites::new(Client::new(&environment.sdk_config()), table_name)
}

/// Reconciles users to the end of their passes. `report` is told the progress every few seconds. The service may run meanwhile.
///
/// # Errors
/// [`Error::Busy`] and [`Error::Table`], for one user, and where the users can't be listed. What goes wrong with one of many users is
/// counted and logged.
pub async fn reconcile(
    favorites: &Favorites,
    whom: Whom,
    repairs: Repairs,
    mut report: impl FnMut(&Progress),
) -> Result<Progress, Error> {
    let mut progress = Progress::default();
    match whom {
        Whom::User(user_id) => {
            let user = DueUser { user_id, due: Vec::new(), repairs };
            reconcile_user(favorites, &user, &mut progress, &mut report).await?;
        }
        Whom::Due => reconcile_due(favorites, repairs, &mut progress, &mut report).await?,
        Whom::Everybody => {
            favorites.begin_listing(repairs).await?;
            while favorites.continue_listing(SLICE).await?.is_some_and(|listed| !listed.finished) {
                report(&progress);
            }
            reconcile_due(favorites, repairs, &mut progress, &mut report).await?;
        }
    }
    Ok(progress)
}

async fn reconcile_due(
    favorites: &Favorites,
    repairs: Repairs,
    progress: &mut Progress,
    report: &mut impl FnMut(&Progress),
) -> Result<(), Error> {
    let mut place: Option<DuePlace> = None;
    loop {
        let page = favorites.due_users(place).await?;
        for mut user in page.users {
            user.repairs = user.repairs.max(repairs);
            if let Err(error) = reconcile_user(favorites, &user, progress, report).await {
                tracing::error!(error = error.without_values(), "a user's catalogue could not be reconciled");
                progress.failed += 1;
            }
        }
        report(progress);
        place = page.next;
        if place.is_none() {
            return Ok(());
        }
    }
}

async fn reconcile_user(
    favorites: &Favorites,
    user: &DueUser,
    progress: &mut Progress,
    report: &mut impl FnMut(&Progress),
) -> Result<(), Error> {
    loop {
        let result = favorites.reconcile_due_user(user, SLICE).await?;
        progress.add(result);
        if result.finished {
            return Ok(());
        }
        report(progress);
    }
}
