//! Records of the table's stream that show a state of a favorite. The states are added to the
//! [catalogue](crate::catalogue), whose documentation explains why nothing counts twice.
//!
//! # Counts don't wait
//!
//! The table's stream has two consumers, each with its own place in the stream: the change consumer gets the
//! favorites, and the function `worker` gets calls for users whose [work is due](crate::due). The filters in
//! `template.yaml` divide the records. A batch may also have [old records](old_records), whose items have to
//! be read again. New counts come before these: they cost one or two requests for each user.
//!
//! [`Favorites::apply_changes`] takes records of every kind, because parked records of both consumers are in
//! one bucket. It does nothing for a call, which the sweeper repeats.

mod counting;
mod old_records;
mod record;
mod told;

use std::time::Duration;

use single_table::EpochSeconds;
use tokio::time::Instant;

pub use self::record::ChangeRecord;

use self::old_records::OldRecord;
use self::record::Seen;
use self::told::{Told, tell};
use crate::error::Error;
use crate::limits::RECORD_BELIEVED;
use crate::service::Favorites;

impl Favorites {
    /// Applies records of the stream, in any order and any number of times. Returns a result for each, in the order of the records. A
    /// record that can't be read or applied does not affect the others. Records that are not applied within `time_left` are left
    /// for the next delivery, and their results say so.
    pub async fn apply_changes(
        &self,
        changes: Vec<ChangeRecord>,
        time_left: Duration,
    ) -> Vec<Result<(), Error>> {
        let end = Instant::now() + time_left;
        let now = self.seconds();
        let mut results = Vec::with_capacity(changes.len());
        let (mut new, mut old) = (Vec::new(), Vec::new());
        for (at, change) in changes.into_iter().enumerate() {
            let told = tell(change).map(|told| match told {
                Told::Sighting { user, sighting } if is_believed(sighting.written, now) => {
                    new.push(Seen { at, user, sighting });
                }
                Told::Sighting { user, sighting } => old.push(OldRecord { at, user, told: sighting }),
                Told::Nothing => {}
            });
            results.push(told);
        }
        let mut failed = self.count(new, now, end).await;
        failed.extend(self.apply_old(old, end).await);
        for (at, error) in failed {
            results[at] = Err(error);
        }
        results
    }

    /// The second on the service's clock.
    pub(crate) fn seconds(&self) -> EpochSeconds {
        EpochSeconds::of(self.store.now())
    }
}

/// Returns true if a record of this time shows the state of its item. For an old one the item is read again, because the
/// tombstone that would stop it may be forgotten.
fn is_believed(written: Option<EpochSeconds>, now: EpochSeconds) -> bool {
    written.is_some_and(|written| written.plus(RECORD_BELIEVED) > now)
}
