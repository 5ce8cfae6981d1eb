//! A call of reconciliation for one user: its saved state, opened.

use single_table::EpochSeconds;

use super::result::Reconciled;
use super::state::{Pass, Reconciliation, ReconciliationKey, State};
use crate::catalogue::Repairs;
use crate::error::Error;
use crate::limits::DRIFT_AFTER;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The state of a user's reconciliation while a call works on it.
pub(super) struct Work {
    pub(super) stored: Option<Reconciliation>,
    pub(super) state: State,
    pub(super) pass: Pass,
    /// True if the pass needed one range only.
    pub(super) is_small: bool,
    /// The findings of this call.
    pub(super) result: Reconciled,
}

impl Work {
    /// Begins the pass again.
    pub(super) fn restart(&mut self, at_once: bool, now: EpochSeconds) {
        self.pass = Pass::begin(at_once, now);
        self.is_small = false;
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
    /// Reads the state of a user's reconciliation, or begins a pass. A pass under way that only noted differences does not continue
    /// as one that repairs them at first sight: its ranges so far would stay as they are.
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
        Ok(Work { stored, state, pass, is_small: false, result: Reconciled::default() })
    }

    /// Writes the state after the pass, where it differs from what is stored. Returns false if somebody else changed it.
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
