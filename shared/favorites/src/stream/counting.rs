//! Sightings, taken into the catalogues of their users.

use std::collections::BTreeMap;

use futures::{StreamExt as _, stream};
use single_table::EpochSeconds;
use tokio::time::Instant;

use super::record::Seen;
use crate::catalogue::Sighting;
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The number of users whose catalogues are written at once.
const USERS_AT_ONCE: usize = 16;

impl Favorites {
    /// Takes in what was sighted at `seen_at`, and returns the places of the records with which that failed.
    pub(super) async fn count(
        &self,
        seen: Vec<Seen>,
        seen_at: EpochSeconds,
        end: Instant,
    ) -> Vec<(usize, Error)> {
        let mut by_user: BTreeMap<UserId, (Vec<usize>, Vec<Sighting>)> = BTreeMap::new();
        for Seen { at, user, sighting } in seen {
            let (places, sightings) = by_user.entry(user).or_default();
            places.push(at);
            sightings.push(sighting);
        }
        let observed = by_user.into_iter().map(|(user, (places, sightings))| async move {
            (places, self.observe(&user, sightings, seen_at, end).await)
        });
        let mut observed = stream::iter(observed).buffer_unordered(USERS_AT_ONCE);
        let mut failed = Vec::new();
        while let Some((places, result)) = observed.next().await {
            let Err(error) = result else { continue };
            failed.extend(places.into_iter().map(|at| (at, of_one_record(&error))));
        }
        failed
    }
}

fn of_one_record(error: &Error) -> Error {
    match error {
        Error::OutOfTime => Error::OutOfTime,
        other => Error::Uncounted { reason: other.to_string() },
    }
}
