//! Steps of clean-ups, within a share of the batch's time.

use std::collections::BTreeMap;

use futures::{StreamExt as _, stream};
use tokio::time::Instant;

use crate::error::Error;
use crate::limits::{CLEANUP_STEPS, CLEANUP_TIME};
use crate::model::ids::UserId;
use crate::service::Favorites;
use crate::use_cases::tag_cleanup::TagCleanup;

/// The number of steps that are put off at once, each with one write.
const PUT_OFF_AT_ONCE: usize = 16;

/// A step, with the place of its record in the batch.
type Step = (usize, TagCleanup);

/// Orders steps so that each user has a turn before any user has a second one.
fn in_turn(steps: Vec<Step>) -> Vec<Step> {
    let mut turns: BTreeMap<UserId, usize> = BTreeMap::new();
    let mut ordered: Vec<(usize, Step)> = steps
        .into_iter()
        .map(|step| {
            let turn = turns.entry(step.1.user().clone()).or_default();
            *turn += 1;
            (*turn, step)
        })
        .collect();
    ordered.sort_by_key(|(turn, (at, _))| (*turn, *at));
    ordered.into_iter().map(|(_, step)| step).collect()
}

impl Favorites {
    /// Takes at most [`CLEANUP_STEPS`] steps, for about [`CLEANUP_TIME`], and puts the others off: they come again at the end of
    /// the stream. Returns the places of the records with which that failed.
    pub(super) async fn apply_cleanups(&self, steps: Vec<Step>, end: Instant) -> Vec<(usize, Error)> {
        let share = end.min(Instant::now() + CLEANUP_TIME);
        let mut failed = Vec::new();
        let mut waiting = in_turn(steps).into_iter();
        let mut taken = 0;
        while taken < CLEANUP_STEPS && Instant::now() < share {
            let Some((at, step)) = waiting.next() else { return failed };
            failed.extend(self.step_cleanup(step, end).await.err().map(|error| (at, error)));
            taken += 1;
        }
        let put_off = waiting.map(|(at, step)| async move { (at, self.put_off_cleanup(&step, end).await) });
        let mut put_off = stream::iter(put_off).buffer_unordered(PUT_OFF_AT_ONCE);
        while let Some((at, result)) = put_off.next().await {
            failed.extend(result.err().map(|error| (at, error)));
        }
        failed
    }
}

#[cfg(test)]
mod tests {
    use single_table::Timestamp;
    use uuid::Uuid;

    use super::*;
    use crate::model::ids::TagId;

    #[test]
    fn each_user_has_a_turn_before_any_has_a_second() {
        let step = |(at, user): (usize, &str)| {
            let tag_id = TagId::from(Uuid::from_u128(at as u128));
            (at, TagCleanup::begin(&UserId::parse(user).unwrap(), tag_id, Timestamp::MAX))
        };
        let batch = [(0, "ann"), (1, "ann"), (2, "ann"), (3, "bea"), (4, "ann"), (5, "bea"), (6, "cem")];
        let ordered: Vec<usize> =
            in_turn(batch.into_iter().map(step).collect()).iter().map(|(at, _)| *at).collect();
        assert_eq!(ordered, [0, 3, 6, 1, 5, 2, 4]);
    }
}
