//! The choice of the next compaction, and its end.

use super::item::ItemKey;
use super::limits::IndexLimits;
use super::run::{Run, Size};
use super::state::{Checkpoint, Compaction, IndexState, TextSlot};
use crate::compaction::Compacted;
use crate::write_number::WriteNumber;

/// The number of slots that a user has for runs.
pub const RUN_SLOTS: u8 = 128;

/// The slots of runs that each level prefers. So a new run mostly replaces the items of one that had about as
/// many.
const SLOTS_OF_LEVEL: u32 = 8;

impl IndexState {
    /// Begins a compaction if one is due and none is under way. `number` is the number of the revision that
    /// this state is going to be stored with. Returns true if one was begun.
    ///
    /// It merges the oldest text slots, and the newest runs of each level that would otherwise have too many.
    pub fn plan(&mut self, number: WriteNumber, limits: &IndexLimits) -> bool {
        if self.compaction.is_some() || !self.are_texts_due(limits) {
            return false;
        }
        let texts = self.taken_texts(limits);
        self.begin(number, texts, self.full_levels(limits), limits);
        self.compaction.is_some()
    }

    /// Begins a compaction of everything, if none is under way. It drops the terms of all versions that are
    /// not valid any more. Returns false if there is nothing to drop.
    pub fn plan_whole(&mut self, number: WriteNumber, limits: &IndexLimits) -> bool {
        let is_needed = !self.texts.is_empty() || self.runs.len() > 1;
        if self.compaction.is_some() || !is_needed {
            return false;
        }
        self.begin(number, self.taken_texts(limits), self.runs.len(), limits);
        self.compaction.is_some()
    }

    fn begin(&mut self, number: WriteNumber, texts: usize, runs: usize, limits: &IndexLimits) {
        let merged = &self.runs[self.runs.len() - runs..];
        let level = merged.iter().map(Run::size).reduce(Size::and).map_or(0, |size| size.level(limits));
        let preferred = u8::try_from(level * SLOTS_OF_LEVEL).unwrap_or(RUN_SLOTS) % RUN_SLOTS;
        let is_free = |slot: &u8| self.runs.iter().all(|run| run.slot != *slot);
        let mut slots = (preferred..RUN_SLOTS).chain(0..preferred).filter(is_free);
        let Some(slot) = slots.next() else { return };
        self.compaction = Some(Compaction { number, slot, texts, runs, checkpoint: None });
    }

    fn are_texts_due(&self, limits: &IndexLimits) -> bool {
        let versions: u32 = self.texts.iter().map(|slot| u32::from(slot.versions)).sum();
        let bytes = self.texts.iter().fold(0_u32, |bytes, slot| bytes.saturating_add(slot.bytes));
        versions >= limits.due_versions || bytes >= limits.due_bytes || self.texts.len() >= limits.due_slots
    }

    /// Returns the number of text slots that a compaction takes.
    fn taken_texts(&self, limits: &IndexLimits) -> usize {
        let mut bytes = 0_u32;
        let fits = |slot: &&TextSlot| {
            bytes = bytes.saturating_add(slot.bytes);
            bytes <= limits.taken_bytes
        };
        self.texts.iter().take_while(fits).count().max(1).min(self.texts.len())
    }

    /// Returns the number of newest runs that are merged with text slots: those of each level, from the
    /// lowest on, that would be full with one more run.
    fn full_levels(&self, limits: &IndexLimits) -> usize {
        let mut merged = 0;
        for level in 0.. {
            let newest = self.runs.iter().rev().skip(merged);
            let of_level = newest.take_while(|run| run.size().level(limits) <= level).count();
            let is_full = of_level + 1 >= limits.fanout.max(2) as usize;
            if !is_full {
                break;
            }
            merged += of_level;
        }
        merged
    }

    /// Takes in what a worker did for the compaction with a number. Returns false if that is not the one
    /// under way any more.
    pub fn note(&mut self, number: WriteNumber, compacted: Compacted) -> bool {
        let Some(compaction) = self.compaction.as_mut().filter(|compaction| compaction.number == number)
        else {
            return false;
        };
        match compacted {
            Compacted::Stopped(checkpoint) => compaction.checkpoint = Some(checkpoint),
            Compacted::Finished(run) => {
                let (texts, runs) = (compaction.texts, compaction.runs);
                self.texts.drain(..texts.min(self.texts.len()));
                self.runs.truncate(self.runs.len().saturating_sub(runs));
                self.runs.extend(run);
                self.compaction = None;
            }
        }
        true
    }

    /// Returns the state without the compaction under way, whose items may be lost. It begins again with the
    /// next
    /// [`plan`](Self::plan).
    #[must_use]
    pub fn without_compaction(&self) -> Self {
        Self { compaction: None, ..self.clone() }
    }

    /// Returns true if the item with a key and a number is visible, or is one of the compaction under way.
    #[must_use]
    pub fn needs(&self, key: &ItemKey, number: WriteNumber) -> bool {
        let target = self.compaction.as_ref().map(|compaction| (compaction.slot, compaction.number));
        let is_needed = |slot: u8| {
            let runs = self.runs.iter().map(|run| (run.slot, run.number));
            runs.chain(target).any(|named| named == (slot, number))
        };
        match *key {
            ItemKey::Text { slot } => {
                self.texts.iter().any(|text| (text.slot, text.number) == (slot, number))
            }
            ItemKey::Directory { run, .. } | ItemKey::Documents { run, .. } | ItemKey::Block { run, .. } => {
                is_needed(run)
            }
        }
    }

    /// Returns the text slots, oldest first, and the runs, oldest first, that the compaction under way
    /// merges.
    pub(crate) fn sources(&self, compaction: &Compaction) -> (&[TextSlot], &[Run]) {
        let texts = compaction.texts.min(self.texts.len());
        let runs = compaction.runs.min(self.runs.len());
        (&self.texts[..texts], &self.runs[self.runs.len() - runs..])
    }

    /// Returns the runs that the compaction under way merges. None if no compaction is.
    #[must_use]
    pub fn merged_runs(&self) -> &[Run] {
        self.compaction.as_ref().map_or(&[], |compaction| self.sources(compaction).1)
    }

    /// Returns true if a run is older than those that the compaction under way merges. Then tombstones are
    /// needed.
    pub(crate) fn has_older_runs(&self, compaction: &Compaction) -> bool {
        self.runs.len() > compaction.runs
    }
}

/// Changes of the state for tests in which a worker makes a mistake.
#[cfg(test)]
impl IndexState {
    pub(crate) fn without_older_runs(&self) -> Self {
        let mut state = self.clone();
        let merged = self.compaction.as_ref().map_or(0, |compaction| compaction.runs);
        state.runs.drain(..self.runs.len().saturating_sub(merged));
        state
    }

    pub(crate) fn take_slot_of_oldest_run(&mut self) {
        if let (Some(run), Some(compaction)) = (self.runs.first(), &mut self.compaction) {
            compaction.slot = run.slot;
        }
    }

    pub(crate) fn take_one_more_text(&mut self) {
        if let Some(compaction) = &mut self.compaction {
            compaction.texts += 1;
        }
    }
}

impl Checkpoint {
    /// Returns the number of blocks that are written.
    pub(crate) fn blocks(&self, limits: &IndexLimits) -> u32 {
        self.parts.saturating_mul(limits.blocks_in_part)
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
