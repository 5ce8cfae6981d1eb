//! Records that are so old that their items are read again.

use futures::{StreamExt as _, stream};
use tokio::time::{Instant, timeout_at};

use super::record::Seen;
use crate::catalogue::Sighting;
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The number of items that are read at once.
const READS_AT_ONCE: usize = 16;

/// An old record of a user's favorite, with its place in the batch.
pub(super) struct OldRecord {
    pub(super) at: usize,
    pub(super) user: UserId,
    pub(super) told: Sighting,
}

impl Favorites {
    /// Reads the items of old records and takes their states in. Returns the places of the records with which that failed.
    pub(super) async fn apply_old(&self, records: Vec<OldRecord>, end: Instant) -> Vec<(usize, Error)> {
        let seen_at = self.seconds();
        let read = records.into_iter().map(|OldRecord { at, user, told }| async move {
            let found = timeout_at(end, self.read_again(&user, told)).await.unwrap_or(Err(Error::OutOfTime));
            found.map(|sighting| Seen { at, user, sighting }).map_err(|error| (at, error))
        });
        let mut read = stream::iter(read).buffer_unordered(READS_AT_ONCE);
        let (mut seen, mut failed) = (Vec::new(), Vec::new());
        while let Some(result) = read.next().await {
            match result {
                Ok(found) => seen.push(found),
                Err(error) => failed.push(error),
            }
        }
        failed.extend(self.count(seen, seen_at, end).await);
        failed
    }
}
