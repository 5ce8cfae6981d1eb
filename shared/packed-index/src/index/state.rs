//! The state of an index: the names of all visible items, and the compaction under way.

use serde::{Deserialize, Serialize};

use super::limits::IndexLimits;
use super::run::Run;
use crate::directory::BlockStart;
use crate::numbers::FavoriteId;
use crate::write_number::WriteNumber;

/// The most bytes of the content of a small text slot: with its key, it makes an item of 2 KB.
pub const SMALL_TEXTS: usize = 1_800;

/// The first byte of a stored state, which names its form.
const FORM: u8 = 2;

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
/// A writer reads the state with its revision, puts items, and replaces the state if its revision is still
/// the same:
///
/// - for new versions, a text slot from [`free_slots`](Self::free_slots) of the state that was read, and then
///   [`add_texts`](Self::add_texts);
/// - before each replacement, [`plan`](Self::plan), which begins a compaction if one is due.
///
/// A background worker does the [compaction](Self::compact) that the state names, and ends it with one more
/// replacement of the state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct IndexState {
    /// Oldest first.
    pub(super) texts: Vec<TextSlot>,
    /// Oldest first. Newer runs are mostly smaller.
    pub(super) runs: Vec<Run>,
    pub(super) compaction: Option<Compaction>,
}

/// A text slot that is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSlot {
    /// The number of the slot.
    pub slot: u16,
    /// The number of the item.
    pub number: WriteNumber,
    /// The number of versions.
    pub versions: u8,
    /// The length of the content in bytes.
    pub bytes: u32,
}

/// A compaction under way: it merges the oldest text slots and the newest runs into a new run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compaction {
    /// The number of all items that it puts: the revision of the state that began it.
    pub number: WriteNumber,
    /// The slot of the new run.
    pub slot: u8,
    /// The number of text slots that are merged.
    pub texts: usize,
    /// The number of runs that are merged.
    pub runs: usize,
    /// The place at which it goes on.
    pub checkpoint: Option<Checkpoint>,
}

/// A place between two blocks of the new run. All documents are written then, and all parts of the directory
/// before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The number of parts of the directory that are written.
    pub(crate) parts: u32,
    /// The beginning of the next block.
    pub(crate) next: BlockStart,
}

impl IndexState {
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

    /// Returns the runs, oldest first.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the compaction under way.
    #[must_use]
    pub fn compaction(&self) -> Option<&Compaction> {
        self.compaction.as_ref()
    }

    /// Returns the slots that a new text slot may take, in the order in which a writer tries them. The number
    /// of the put is the revision of the state that was read, plus one. A slot whose item has this number or
    /// a higher one is skipped.
    ///
    /// A put costs as much as the item that it replaces, if that one is larger. So items of more than
    /// [`SMALL_TEXTS`] bytes take slots from the last quarter, and others from the rest, as long as there are
    /// some. Each of the two parts is a ring, and the oldest slots become free first. So those that are taken
    /// are neighbors, and one or two queries read them.
    pub fn free_slots(&self, limits: &IndexLimits, bytes: usize) -> impl Iterator<Item = u16> {
        let first_large = limits.text_slots - limits.text_slots / 4;
        let (small, large) = (0..first_large, first_large..limits.text_slots);
        let [first, second] = if bytes > SMALL_TEXTS { [large, small] } else { [small, large] };
        let taken: std::collections::BTreeSet<u16> = self.texts.iter().map(|taken| taken.slot).collect();
        self.ring(first).chain(self.ring(second)).filter(move |slot| !taken.contains(slot))
    }

    /// Returns slots from the one after the last that was taken among them.
    fn ring(&self, slots: std::ops::Range<u16>) -> impl Iterator<Item = u16> + use<> {
        let last = self.texts.iter().rev().find(|taken| slots.contains(&taken.slot));
        let next = last.map_or(slots.start, |last| last.slot + 1);
        (next..slots.end).chain(slots.start..next)
    }

    /// Makes a text slot visible.
    pub fn add_texts(&mut self, slot: TextSlot) {
        self.texts.push(slot);
    }

    /// Returns an id at or below which all documents of all runs are, or `None` if there are no runs.
    #[must_use]
    pub fn highest_id(&self) -> Option<FavoriteId> {
        self.runs.iter().map(Run::highest_id).max()
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
