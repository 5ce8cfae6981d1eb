//! The choice of the next merge, and its end.

use super::item::SetPlace;
use super::job::{ChosenFences, Job, Progress, Source};
use super::limits::IndexLimits;
use super::spread::Samples;
use super::state::{IndexState, Run, RunSet, StoredFences, Tier};
use crate::fence::Fence;
use crate::merge::{MERGED_RUNS, Tombstones};
use crate::write_number::WriteNumber;

impl IndexState {
    /// Begins the next merge if one is due and none is under way. `revision` is the revision that this state is going to be stored
    /// with.
    ///
    /// A merge into a high tier takes longer than the tiers below it take to fill up, so it is paused while these are merged.
    pub fn plan(&mut self, revision: u64, limits: &IndexLimits) {
        let Some((source, tier)) = self.next(limits) else { return };
        if let Some(job) = self.job.take() {
            if tier >= job.target.tier.into() {
                self.job = Some(job);
                return;
            }
            self.paused.push(job);
        }
        let target = &self.tiers[tier].active;
        let is_free = |slot: &u8| target.runs.iter().all(|run| run.slot != *slot);
        let Some(slot) = (0..limits.runs).rev().find(is_free) else { return };
        let merged = match &source {
            Source::Texts(slots) => *slots,
            Source::Runs(place) => self.set(*place).map_or(0, |set| set.runs.len()),
        };
        self.job = Some(Job {
            number: WriteNumber(revision),
            source,
            target: target.place,
            slot,
            documents: 0,
            times: Samples::default(),
            map_parts: 0,
            chosen: target.fences.is_none().then(ChosenFences::default),
            progress: Progress::Documents(vec![0; merged]),
        });
    }

    /// Returns the source of the next merge, and the tier of the new run, which has room for it.
    fn next(&mut self, limits: &IndexLimits) -> Option<(Source, usize)> {
        let (mut source, mut tier) = self.due(limits)?;
        // If both sets of the target are full, the older one is merged first.
        while !self.has_room(tier, limits) {
            source = Source::Runs(self.tiers[tier].other.place);
            tier += 1;
        }
        Some((source, tier))
    }

    /// Returns the source of a merge that is due, and the tier of the new run.
    fn due(&mut self, limits: &IndexLimits) -> Option<(Source, usize)> {
        if self.are_texts_due(limits) {
            let most = limits.merged_slots.min(MERGED_RUNS);
            return Some((Source::Texts(self.texts.len().min(most)), 0));
        }
        (0..self.tiers.len()).find_map(|tier| {
            self.has_room(tier, limits);
            let other = &self.tiers[tier].other;
            (!other.runs.is_empty()).then(|| (Source::Runs(other.place), tier + 1))
        })
    }

    fn are_texts_due(&self, limits: &IndexLimits) -> bool {
        let versions: u32 = self.texts.iter().map(|slot| u32::from(slot.versions)).sum();
        let bytes = self.texts.iter().fold(0_u32, |bytes, slot| bytes.saturating_add(slot.bytes));
        let are_many = 3 * self.texts.len() >= usize::from(limits.text_slots);
        versions >= limits.text_versions || bytes >= limits.text_bytes || are_many
    }

    /// Returns true if the active set of a tier takes another run. Makes the other set active if the active one is full and the
    /// other one is merged.
    fn has_room(&mut self, tier: usize, limits: &IndexLimits) -> bool {
        for next in self.tiers.len()..=tier {
            let place = |set| {
                let tier =
                    u8::try_from(next).expect("each tier has several times the runs of the one before it");
                RunSet::new(SetPlace { tier, generation: self.first_generation + set })
            };
            self.tiers.push(Tier { active: place(0), other: place(1) });
        }
        let Tier { active, other } = &mut self.tiers[tier];
        let is_full = |set: &RunSet| set.outgrown || set.runs.len() >= usize::from(limits.runs);
        if is_full(active) && other.runs.is_empty() {
            std::mem::swap(active, other);
        }
        !is_full(active)
    }

    /// Returns what a merge does with tombstones: they are needed as long as a run is older than what is merged.
    pub(super) fn tombstones(&self, source: &Source) -> Tombstones {
        let first_older = match source {
            Source::Texts(_) => 0,
            Source::Runs(set) => set.tier + 1,
        };
        let has_older = self.sets().any(|set| set.place().tier >= first_older);
        if has_older { Tombstones::Keep } else { Tombstones::Drop }
    }

    /// Ends the job: the new run takes the place of what was merged. A run without documents is left out.
    pub(super) fn finish(&mut self, job: Job, is_outgrown: bool) {
        match job.source {
            Source::Texts(slots) => {
                self.texts.drain(..slots.min(self.texts.len()));
            }
            Source::Runs(place) => {
                if let Some(set) = self.set_mut(place) {
                    set.runs.clear();
                }
                self.retire_if_outgrown(place);
            }
        }
        self.job = self.paused.pop();
        let spread = job.times.spread(job.documents);
        let Some((spread, set)) = spread.zip(self.set_mut(job.target)) else { return };
        set.runs.push(Run::new(job.slot, job.number, job.documents, spread));
        set.outgrown |= is_outgrown;
        if let Some(chosen) = job.chosen {
            set.fences = Some(StoredFences { number: job.number, parts: chosen.parts });
        }
    }

    /// Gives a job up whose blocks are too large for the fences of its target. The target takes no more runs, so the next job chooses
    /// fences.
    pub(super) fn give_up(&mut self, target: SetPlace) {
        self.job = self.paused.pop();
        if let Some(set) = self.set_mut(target) {
            set.outgrown = true;
        }
        self.retire_if_outgrown(target);
    }

    /// Replaces a set that has no runs, and fences that don't fit any more, by one without fences.
    fn retire_if_outgrown(&mut self, place: SetPlace) {
        if self.set(place).is_some_and(|set| set.outgrown && set.runs.is_empty()) {
            self.retire(place);
        }
    }

    /// Replaces a set without runs by one without fences.
    pub(super) fn retire(&mut self, place: SetPlace) {
        let Some(set) = self.set_mut(place) else { return };
        // The other set of the tier has the generations between.
        *set = RunSet::new(SetPlace { generation: place.generation + 2, ..place });
        self.retired.push(place);
    }
}

impl Job {
    /// Begins with the blocks.
    pub(super) fn begin_blocks(&mut self) {
        self.progress = Progress::Blocks { fence: Fence::default(), blocks: 0, bytes: 0 };
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
