//! The state of an index: the names of all visible items, and the merge under way.

use serde::{Deserialize, Serialize};

use super::item::SetPlace;
use super::job::Job;
use super::limits::IndexLimits;
use super::spread::Spread;
use crate::document::{Document, documents_from_bytes};
use crate::error::Malformed;
use crate::numbers::FavoriteId;
use crate::write_number::WriteNumber;

/// The most bytes of the content of a small text slot: with its key, it makes an item of 2 KB.
pub const SMALL_TEXTS: usize = 1_800;

/// The first byte of a stored state, which names its form.
const FORM: u8 = 1;

/// The error for bytes that aren't a state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The first byte names a form that this version doesn't know.
    #[error("form {0:?} is unknown: this version reads form {FORM}")]
    Form(Option<u8>),
    /// The bytes don't follow their form.
    #[error("the bytes don't follow their form")]
    Bytes(#[from] postcard::Error),
}

/// The visible part of an index.
///
/// A writer reads the state with its revision, puts items, and replaces the state if its revision is still the same:
///
/// - for new versions, a text slot from [`free_slots`](Self::free_slots) of the state that was read, since a step may free slots that
///   are visible until it is stored, and then [`add_texts`](Self::add_texts);
/// - for the merge under way, the puts of [`work`](Self::work), and then the state that it returns;
/// - before each replacement, [`plan`](Self::plan).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct IndexState {
    /// Oldest first.
    pub(super) texts: Vec<TextSlot>,
    pub(super) tiers: Vec<Tier>,
    pub(super) job: Option<Job>,
    /// Merges of runs that wait for the merge under way, which is into a lower tier. The last one goes on first.
    pub(super) paused: Vec<Job>,
    pub(super) retired: Vec<SetPlace>,
    /// The generation of the first set of each tier. It is even.
    pub(super) first_generation: u32,
}

/// A text slot that is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSlot {
    /// The number of the slot.
    pub slot: u8,
    /// The number of the item.
    pub number: WriteNumber,
    /// The number of versions.
    pub versions: u8,
    /// The length of the content in bytes.
    pub bytes: u32,
}

/// Two sets. New runs go to the active one, while the runs of the other one are merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tier {
    pub(super) active: RunSet,
    pub(super) other: RunSet,
}

/// A set of runs with the same fences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSet {
    pub(super) place: SetPlace,
    /// The fences that the first run has chosen. They stay when the runs are merged, so that the next runs take the same keys.
    pub(super) fences: Option<StoredFences>,
    /// True if blocks have become too large for these fences. The set takes no more runs then.
    pub(super) outgrown: bool,
    /// Oldest first.
    pub(super) runs: Vec<Run>,
}

/// The items with the fences of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredFences {
    pub(super) number: WriteNumber,
    pub(super) parts: u32,
}

/// A run that is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The slot of the run in its set.
    pub slot: u8,
    /// The number of its items.
    pub number: WriteNumber,
    /// The number of its documents, at least one.
    pub documents: u32,
    spread: Spread,
}

/// Returns the first 48 bits of an id. In ids that begin with a time in milliseconds, that is the time.
pub(crate) fn beginning(id: FavoriteId) -> u64 {
    u64::try_from(id.0 >> 80).expect("48 bits fit into 64")
}

impl IndexState {
    /// Returns an empty index whose sets have this generation or later ones, for a user whose earlier index was lost: its items are
    /// still there, and none of them may be between those of a set.
    #[must_use]
    pub fn after_generation(generation: u32) -> Self {
        Self { first_generation: generation.saturating_add(2) & !1, ..Self::default() }
    }

    /// Returns an empty index in place of this one, whose sets are retired.
    #[must_use]
    pub fn rebuilt(&self) -> Self {
        let retired: Vec<_> =
            self.retired.iter().copied().chain(self.all_sets().map(RunSet::place)).collect();
        let generations = retired.iter().map(|set| set.generation).chain([self.first_generation]);
        let highest = generations.max().unwrap_or_default();
        Self { retired, ..Self::after_generation(highest) }
    }

    /// Returns the stored form.
    ///
    /// # Errors
    /// None that a state can cause. The encoder's errors are passed on.
    pub fn to_bytes(&self) -> Result<Vec<u8>, StateError> {
        Ok(postcard::to_extend(self, vec![FORM])?)
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// [`StateError`] if the bytes are not a state.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        match bytes.split_first() {
            Some((&FORM, state)) => Ok(postcard::from_bytes(state)?),
            other => Err(StateError::Form(other.map(|(form, _)| *form))),
        }
    }

    /// Returns the text slots, oldest first.
    #[must_use]
    pub fn texts(&self) -> &[TextSlot] {
        &self.texts
    }

    /// Returns the slots that a new text slot may take, in the order in which a writer tries them. The number of the put is the
    /// revision of the state that was read, plus one. A slot whose item has this number or a higher one is skipped. If all are, put
    /// the state unchanged, which raises its revision.
    ///
    /// A put costs as much as the item that it replaces, if that one is larger. So items of more than [`SMALL_TEXTS`] bytes take slots
    /// from the last quarter, and others from the rest, as long as there are some. Each of the two parts is a ring, and the oldest slots
    /// become free first. So those that are taken are neighbors, and one or two queries read them.
    pub fn free_slots(&self, limits: &IndexLimits, bytes: usize) -> impl Iterator<Item = u8> {
        let all: Vec<_> = (0..=u8::MAX).take(limits.text_slots.into()).collect();
        let (small, large) = all.split_at(all.len() - all.len() / 4);
        let [first, second] = if bytes > SMALL_TEXTS { [large, small] } else { [small, large] };
        let slots: Vec<_> = self.ring(first).chain(self.ring(second)).collect();
        slots.into_iter().filter(|slot| self.texts.iter().all(|taken| taken.slot != *slot))
    }

    /// Returns slots from the one after the last that was taken among them.
    fn ring<'s>(&self, slots: &'s [u8]) -> impl Iterator<Item = u8> + use<'s> {
        let last =
            self.texts.iter().rev().find_map(|taken| slots.iter().position(|slot| *slot == taken.slot));
        let (before, after) = slots.split_at(last.map_or(0, |last| last + 1));
        after.iter().chain(before).copied()
    }

    /// Makes a text slot visible.
    pub fn add_texts(&mut self, slot: TextSlot) {
        self.texts.push(slot);
    }

    /// Returns the sets that have runs, from the newest tier on.
    pub fn sets(&self) -> impl Iterator<Item = &RunSet> {
        self.all_sets().filter(|set| !set.runs.is_empty())
    }

    /// Returns an id at or below which all documents of all runs are, or `None` if there are no runs.
    #[must_use]
    pub fn highest_id(&self) -> Option<FavoriteId> {
        self.sets().flat_map(RunSet::runs).map(Run::highest_id).max()
    }

    /// Returns true if a merge is under way.
    #[must_use]
    pub fn is_merging(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the tier of the run that the merge under way makes. `None` if no merge is.
    #[must_use]
    pub fn merge_tier(&self) -> Option<u8> {
        self.job.as_ref().map(|job| job.target.tier)
    }

    /// Returns the sets whose items nobody reads any more. Delete the items, then call [`forget`](Self::forget).
    #[must_use]
    pub fn retired(&self) -> &[SetPlace] {
        &self.retired
    }

    /// Forgets a set whose items are deleted.
    pub fn forget(&mut self, set: SetPlace) {
        self.retired.retain(|retired| *retired != set);
    }

    pub(super) fn all_sets(&self) -> impl Iterator<Item = &RunSet> {
        self.tiers.iter().flat_map(|tier| [&tier.active, &tier.other])
    }

    pub(super) fn set(&self, place: SetPlace) -> Option<&RunSet> {
        self.all_sets().find(|set| set.place == place)
    }

    pub(super) fn set_mut(&mut self, place: SetPlace) -> Option<&mut RunSet> {
        let sets = self.tiers.iter_mut().flat_map(|tier| [&mut tier.active, &mut tier.other]);
        sets.into_iter().find(|set| set.place == place)
    }
}

impl RunSet {
    pub(super) fn new(place: SetPlace) -> Self {
        Self { place, fences: None, outgrown: false, runs: Vec::new() }
    }

    /// Returns the place of the set.
    #[must_use]
    pub fn place(&self) -> SetPlace {
        self.place
    }

    /// Returns the runs, oldest first. Each has an item at each fence.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }
}

impl Run {
    pub(super) fn new(slot: u8, number: WriteNumber, documents: u32, spread: Spread) -> Self {
        Self { slot, number, documents, spread }
    }

    /// Returns true if all documents of the run have ids below this one. It may return false although they have.
    pub(crate) fn is_before(&self, id: FavoriteId) -> bool {
        self.spread.newest < beginning(id)
    }

    /// Returns an id at or below which all documents of the run are.
    pub(crate) fn highest_id(&self) -> FavoriteId {
        FavoriteId((u128::from(self.spread.newest) << 80) | (u128::MAX >> 48))
    }

    /// Reads the documents of an item of the run. All items but the last one have `in_item` documents.
    ///
    /// # Errors
    /// [`Malformed`], also if documents are missing: a search would ask for them forever.
    pub(crate) fn documents_of(
        &self,
        item: u32,
        in_item: u32,
        bytes: &[u8],
    ) -> Result<Vec<Document>, Malformed> {
        let documents = documents_from_bytes(bytes)?;
        let expected = self.documents.saturating_sub(item.saturating_mul(in_item)).min(in_item);
        if u32::try_from(documents.len()) == Ok(expected) { Ok(documents) } else { Err(Malformed::Count) }
    }

    /// Estimates how many of these parts of the run, which has its newest documents first, are above an id.
    pub(crate) fn share_after(&self, id: FavoriteId, parts: u32) -> u32 {
        self.spread.parts_after(beginning(id), parts)
    }

    /// Estimates the beginning of the id of a document.
    pub(crate) fn estimated_beginning(&self, document: u32) -> u64 {
        self.spread.time_of(document, self.documents)
    }

    /// Returns false if no document of the run has an id from `low` to `high`.
    #[must_use]
    pub fn may_have(&self, low: FavoriteId, high: FavoriteId) -> bool {
        self.spread.oldest <= beginning(high) && self.spread.newest >= beginning(low)
    }
}

/// Changes of the state for a test in which tombstones are dropped early.
#[cfg(test)]
impl IndexState {
    /// Returns the tier from which on runs are older than what is merged.
    fn first_older_tier(&self) -> u8 {
        use super::job::Source;
        match self.job.as_ref().map(|job| &job.source) {
            None => u8::MAX,
            Some(Source::Texts(_)) => 0,
            Some(Source::Runs(set)) => set.tier + 1,
        }
    }

    /// Returns the state without the runs that are older than what is merged.
    pub(super) fn without_older_runs(&self) -> Self {
        let first = self.first_older_tier();
        let mut state = self.clone();
        for tier in &mut state.tiers {
            for set in [&mut tier.active, &mut tier.other].into_iter().filter(|set| set.place.tier >= first) {
                set.runs.clear();
            }
        }
        state
    }

    /// Takes back the runs that `before` has without the older ones.
    pub(super) fn restore_older_runs(&mut self, before: &Self) {
        let first = before.first_older_tier();
        for older in before.sets().filter(|set| set.place.tier >= first) {
            if let Some(set) = self.set_mut(older.place) {
                set.runs.splice(0..0, older.runs.iter().copied());
            }
        }
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
