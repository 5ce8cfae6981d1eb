//! Differences that were seen once.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use serde::{Deserialize, Serialize};
use single_table::{EpochSeconds, Timestamp};

use super::kind::{ItemKind, Kind};
use crate::catalogue::Facet;
use crate::limits::{DRIFT_AFTER, RECORD_BELIEVED, SUSPECTS};
use crate::model::ids::DataId;

/// The differences between a user's items and the catalogue that wait for a second sight.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Suspects(BTreeMap<(DataId, ItemKind), Suspect>);

/// A difference that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Suspect {
    states: States,
    /// The first sight.
    seen: EpochSeconds,
}

/// Hashes of two states that differ. The hash of another release of the compiler may differ: the difference then counts as a new
/// one and waits once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct States {
    /// The state that the catalogue knew. `None` if it knew nothing of the item.
    known: Option<u64>,
    /// The state that the item was in.
    item: u64,
}

/// A difference that was found now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Difference {
    place: (DataId, ItemKind),
    states: States,
    changed: Option<Timestamp>,
}

/// The times of a sight of a difference. A pass may stall between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    /// A time before the catalogue was read. The record that explains the difference was not applied then.
    pub(super) catalogue: EpochSeconds,
    /// A time after the item was read. The item was in its state by then.
    pub(super) item: EpochSeconds,
}

/// The decision about a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It waits for the second sight. A record that is on its way may explain it.
    Wait(EpochSeconds),
    /// It is repaired.
    Repair {
        /// True if no record can explain it.
        drift: bool,
    },
}

impl States {
    fn of<T: Hash>(known: &Facet<T>, item: &Facet<T>) -> Self {
        let hash = |state: &Facet<T>| {
            let mut hasher = DefaultHasher::new();
            state.hash_state(&mut hasher);
            hasher.finish()
        };
        Self { known: (!matches!(known, Facet::Unknown)).then(|| hash(known)), item: hash(item) }
    }

    /// Returns true if these are the same states as `earlier`, or if the only change is that the catalogue has forgotten a removal. It
    /// forgets without a new record, so the difference need not wait again.
    fn continues(self, earlier: Self) -> bool {
        self.item == earlier.item && (self.known.is_none() || self.known == earlier.known)
    }
}

impl Difference {
    /// A difference between what the catalogue knows of an item and its state. `changed` is the time of the item's last change; an
    /// item that is gone has none.
    pub(super) fn of<K: Kind>(
        data_id: DataId,
        known: &Facet<K::Known>,
        state: &Facet<K::Known>,
        changed: Option<Timestamp>,
    ) -> Self {
        Self { place: (data_id, K::KIND), states: States::of(known, state), changed }
    }
}

impl Suspects {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the earliest times at which differences can be confirmed.
    pub(super) fn confirmable(&self) -> impl Iterator<Item = EpochSeconds> {
        self.0.values().map(|suspect| suspect.seen.plus(DRIFT_AFTER))
    }

    /// Decides about a difference. It is confirmed if its record has had [`DRIFT_AFTER`] to arrive: from the end of the first sight to
    /// the beginning of this one. `at_once` asks for a repair at first sight: then a difference is drift only if its item last
    /// changed before [`RECORD_BELIEVED`], because the stream keeps no record for longer.
    pub(super) fn verdict(&self, difference: Difference, at_once: bool, sight: Sight) -> Verdict {
        let known = self.0.get(&difference.place);
        let known = known.filter(|suspect| difference.states.continues(suspect.states));
        if known.is_some_and(|suspect| suspect.seen.plus(DRIFT_AFTER) <= sight.catalogue) {
            return Verdict::Repair { drift: true };
        }
        if at_once {
            let settled = |changed| EpochSeconds::of(changed).plus(RECORD_BELIEVED) <= sight.catalogue;
            return Verdict::Repair { drift: difference.changed.is_some_and(settled) };
        }
        Verdict::Wait(known.map_or(sight.item, |suspect| suspect.seen))
    }

    /// Notes a difference. Returns false if there are too many already.
    pub(super) fn note(&mut self, difference: Difference, seen: EpochSeconds) -> bool {
        let has_room = self.0.len() < SUSPECTS;
        if has_room {
            self.0.insert(difference.place, Suspect { states: difference.states, seen });
        }
        has_room
    }

    /// Puts the differences that were found from `from` on and below `to` in place of the ones that were noted there before.
    /// Returns false if they are too many.
    pub(super) fn replace(&mut self, from: DataId, to: Option<DataId>, found: Self) -> bool {
        let inside = |data_id: DataId| data_id >= from && to.is_none_or(|to| data_id < to);
        self.0.retain(|(data_id, _), _| !inside(*data_id));
        self.0.extend(found.0.into_iter().filter(|((data_id, _), _)| inside(*data_id)));
        let is_too_many = self.0.len() > SUSPECTS;
        while self.0.len() > SUSPECTS {
            self.0.pop_last();
        }
        !is_too_many
    }
}

#[cfg(test)]
#[path = "suspects_tests.rs"]
mod tests;
