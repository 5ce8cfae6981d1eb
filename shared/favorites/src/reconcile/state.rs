//! The saved state of a user's reconciliation.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds};

use super::suspects::Suspects;
use crate::catalogue::{drawn, lowest};
use crate::error::Error;
use crate::limits::{DRIFT_AFTER, RECONCILED_AFTER};
use crate::model::ids::{DataId, TagId, UserId};
use crate::table::FavoritesTable;

/// The deleted tags that favorites still have.
pub(super) type DeadTags = BTreeMap<TagId, DeadTag>;

/// A deleted tag that favorites still have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DeadTag {
    /// The first sight.
    pub(super) seen: EpochSeconds,
    /// True if a pass has confirmed it. Then a clean-up has begun, or was under way.
    pub(super) is_confirmed: bool,
}

/// The place of a pass over a user's favorites, and the differences that wait for a second sight. A user whose favorites
/// fit one range, without differences, has no such item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Reconciliation", partition(user_id), sort(), version(revision))]
pub(crate) struct Reconciliation {
    user_id: UserId,
    revision: u64,
    /// The number of the pass. `None`: no pass is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pass: Option<u64>,
    /// The first id that the pass has not reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next: Option<DataId>,
    #[serde(with = "serde_bytes")]
    state: Vec<u8>,
}

/// The state of a user's reconciliation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    /// The pass that is under way.
    pub(super) pass: Option<Pass>,
    pub(super) suspects: Suspects,
    /// Dead tags that the last whole pass found.
    pub(super) dead_tags: DeadTags,
    /// The earliest time at which a pass repairs everything at first sight, because the differences were too many to note.
    pub(super) rebuild_after: Option<EpochSeconds>,
}

/// A pass over all favorites of a user, in ascending order of ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pass {
    pub(super) number: u64,
    /// The first id that is not compared and counted yet. `None`: all of them are.
    pub(super) next: Option<DataId>,
    /// True if differences are repaired at first sight.
    pub(super) at_once: bool,
    /// The number of ranges before `next`, each of which has a saved [sum](super::range_sums).
    pub(super) ranges: u32,
    /// Dead tags that this pass found.
    pub(super) dead_tags: DeadTags,
    /// True if all items of the search index are to be checked before the pass.
    pub(super) checks_index: bool,
    /// The loss of the search index after which the pass adds all favorites to it again, from the first id on.
    pub(super) reindexes: Option<u64>,
    /// The time at which the pass began. It does not know all that happened later.
    pub(super) since: EpochSeconds,
}

impl Pass {
    /// A pass that begins with the first id.
    pub(super) fn begin(at_once: bool, now: EpochSeconds) -> Self {
        let (number, next, dead_tags) = (drawn(), Some(lowest()), DeadTags::new());
        Self { number, next, at_once, ranges: 0, dead_tags, checks_index: false, reindexes: None, since: now }
    }

    /// Returns true if no range was counted yet.
    pub(super) fn is_at_start(&self) -> bool {
        self.next == Some(lowest())
    }
}

impl State {
    /// Returns the next time at which a pass can confirm something. That is the next second for a difference, or for a dead tag, whose
    /// time came while this pass was under way. A confirmed dead tag has a clean-up, so the next daily pass is soon enough.
    pub(super) fn confirmable(&self, now: EpochSeconds) -> Option<EpochSeconds> {
        let next_second = now.plus(Duration::from_secs(1));
        let waiting = self.dead_tags.values().filter(|dead_tag| !dead_tag.is_confirmed);
        let waiting = waiting.map(|dead_tag| dead_tag.seen.plus(DRIFT_AFTER));
        let waiting = waiting.chain(self.suspects.confirmable()).chain(self.rebuild_after);
        let confirmed = self.dead_tags.values().find(|dead_tag| dead_tag.is_confirmed);
        let confirmed = confirmed.map(|_| now.plus(RECONCILED_AFTER));
        waiting.map(|time| time.max(next_second)).chain(confirmed).min()
    }

    /// Returns true if there is nothing to keep.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Reconciliation {
    pub(super) fn of(user: &UserId, state: &State) -> Result<Self, Error> {
        Ok(Self {
            user_id: user.clone(),
            // Another one than that of an item that was deleted before.
            revision: drawn(),
            pass: state.pass.as_ref().map(|pass| pass.number),
            next: state.pass.as_ref().and_then(|pass| pass.next),
            state: postcard::to_allocvec(state).map_err(Error::catalogue)?,
        })
    }

    /// Returns the state. One that can't be read is taken for an empty one: the pass begins again.
    pub(super) fn state(&self) -> State {
        postcard::from_bytes(&self.state).unwrap_or_else(|error| {
            tracing::error!(%error, "the state of a reconciliation can't be read, so it begins again");
            State::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: EpochSeconds = EpochSeconds::new(1_800_000_000);

    fn ago(seconds: u64) -> EpochSeconds {
        EpochSeconds::new(NOW.get() - seconds)
    }

    #[test]
    fn a_difference_whose_time_came_during_the_pass_can_be_confirmed_in_the_next_second() {
        let state = |rebuild_after| State { rebuild_after: Some(rebuild_after), ..State::default() };
        for seconds in [0, 1, 24 * 60 * 60] {
            let confirmable = state(ago(seconds)).confirmable(NOW);
            assert_eq!(confirmable, Some(NOW.plus(Duration::from_secs(1))), "{seconds} s ago");
        }
        let later = NOW.plus(DRIFT_AFTER);
        assert_eq!(state(later).confirmable(NOW), Some(later));
        assert_eq!(State::default().confirmable(NOW), None);
    }

    #[test]
    fn a_dead_tag_is_looked_at_again_when_it_can_be_confirmed_and_then_daily() {
        let dead = TagId::from(uuid::Uuid::nil());
        let state = |seen, is_confirmed| {
            let dead_tags = DeadTags::from([(dead, DeadTag { seen, is_confirmed })]);
            State { dead_tags, ..State::default() }
        };
        assert_eq!(state(ago(60), false).confirmable(NOW), Some(ago(60).plus(DRIFT_AFTER)));
        for minutes in [15, 16, 30 * 60] {
            let seen = ago(minutes * 60);
            let next_second = Some(NOW.plus(Duration::from_secs(1)));
            assert_eq!(state(seen, false).confirmable(NOW), next_second, "seen {minutes} minutes ago");
            let next_day = Some(NOW.plus(RECONCILED_AFTER));
            assert_eq!(state(seen, true).confirmable(NOW), next_day, "seen {minutes} minutes ago");
        }
    }
}
