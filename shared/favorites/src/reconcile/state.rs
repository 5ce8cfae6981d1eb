//! The state of a user's reconciliation: as it is saved, and while a call works on it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds};

use super::result::Reconciled;
use super::suspects::Suspects;
use crate::catalogue::{Repairs, drawn, lowest};
use crate::error::Error;
use crate::limits::{DRIFT_AFTER, RECONCILED_AFTER};
use crate::model::ids::{DataId, TagId, UserId};
use crate::service::Favorites;
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
    /// True if a pass is under way.
    #[serde(default)]
    is_under_way: bool,
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
    /// The first id that is not compared yet. `None`: all of them are.
    pub(super) next: Option<DataId>,
    /// True if differences are repaired at first sight.
    pub(super) at_once: bool,
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
        let (next, dead_tags) = (Some(lowest()), DeadTags::new());
        Self { next, at_once, dead_tags, checks_index: false, reindexes: None, since: now }
    }

    /// Returns true if no range was compared yet.
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
            is_under_way: state.pass.is_some(),
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

/// The state of a user's reconciliation while a call works on it.
pub(super) struct Work {
    pub(super) stored: Option<Reconciliation>,
    pub(super) state: State,
    pub(super) pass: Pass,
    /// The findings of this call.
    pub(super) result: Reconciled,
}

impl Work {
    /// Begins the pass again.
    pub(super) fn restart(&mut self, at_once: bool, now: EpochSeconds) {
        self.pass = Pass::begin(at_once, now);
    }

    /// Returns the state with the pass at its present place.
    pub(super) fn under_way(&self) -> State {
        State { pass: Some(self.pass.clone()), ..self.state.clone() }
    }

    /// Takes the pass for finished.
    pub(super) fn finish(&mut self) {
        self.state.pass = None;
        self.state.dead_tags = std::mem::take(&mut self.pass.dead_tags);
        if self.pass.at_once {
            self.state.rebuild_after = None;
        }
        self.result.finished = true;
        self.result.suspects = (self.state.suspects.len() + self.state.dead_tags.len()) as u64;
    }

    /// Notes that the differences are too many to note them.
    pub(super) fn overflow(&mut self, now: EpochSeconds) {
        self.state.rebuild_after.get_or_insert(now.plus(DRIFT_AFTER));
    }

    /// Counts something that was mended.
    pub(super) fn mended(&mut self, is_drift: bool) {
        self.result.repaired += 1;
        self.result.drift += u64::from(is_drift);
    }
}

impl Favorites {
    /// Reads the state of a user's reconciliation, or begins a pass. A pass under way that only noted
    /// differences does not continue as one that repairs them at first sight: its ranges so far would stay as
    /// they are.
    pub(super) async fn open_work(&self, user: &UserId, repairs: Repairs) -> Result<Work, Error> {
        let key = ReconciliationKey { user_id: user.clone() };
        let stored: Option<Reconciliation> = self.store.get(&key).consistent().await?;
        let mut state = stored.as_ref().map(Reconciliation::state).unwrap_or_default();
        let at_once = repairs == Repairs::AtOnce
            || state.rebuild_after.is_some_and(|rebuild_after| rebuild_after <= self.seconds());
        let under_way = state.pass.take().filter(|pass| pass.at_once || !at_once);
        let pass = under_way.unwrap_or_else(|| {
            let checks_index = repairs >= Repairs::Index;
            Pass { checks_index, ..Pass::begin(at_once, self.seconds()) }
        });
        Ok(Work { stored, state, pass, result: Reconciled::default() })
    }

    /// Writes the state after the pass, where it differs from what is stored. Returns false if somebody else
    /// changed it.
    pub(super) async fn close_work(&self, user: &UserId, work: &Work) -> Result<bool, Error> {
        let written = match &work.stored {
            None if work.state.is_empty() => return Ok(true),
            Some(stored) if work.state.is_empty() => {
                return Error::unless_changed(self.store.remove(stored).await);
            }
            Some(stored) if stored.state() == work.state => return Ok(true),
            stored => {
                let mut after = Reconciliation::of(user, &work.state)?;
                self.store.save(stored.as_ref(), &mut after).await
            }
        };
        Error::unless_changed(written)
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
