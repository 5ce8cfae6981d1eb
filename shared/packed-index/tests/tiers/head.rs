//! The head: the one item that makes others visible.

use packed_index::{BlockSizes, Fence, Fences, WriteNumber};

use crate::store::SetPlace;

/// The sizes of the model, far smaller than those of the service, so that short histories reach many merges.
pub(crate) const SIZES: BlockSizes = BlockSizes { block: 24, chunk: 14 };
pub(crate) const DOCUMENTS_IN_ITEM: usize = 3;
pub(crate) const TEXT_SLOTS: u8 = 6;
pub(crate) const TEXTS_IN_TIER: usize = 3;
pub(crate) const RUNS_IN_SET: u8 = 2;

/// The visible state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) revision: u64,
    /// The number of changes that are visible.
    pub(crate) changes: usize,
    /// The text slots, oldest first.
    pub(crate) texts: Vec<(u8, WriteNumber)>,
    pub(crate) tiers: Vec<Tier>,
    pub(crate) job: Option<Job>,
}

/// Two sets. New runs go to the active one, while the other one is merged or empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tier {
    pub(crate) sets: [Set; 2],
    pub(crate) active: usize,
}

/// Runs with the same fences, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Set {
    pub(crate) runs: Vec<Run>,
    pub(crate) fences: Option<Fences>,
    /// True if the runs have outgrown the fences.
    pub(crate) outgrown: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) slot: u8,
    pub(crate) number: WriteNumber,
    pub(crate) documents: u32,
}

/// A merge under way.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    pub(crate) number: WriteNumber,
    pub(crate) source: Source,
    pub(crate) target: SetPlace,
    pub(crate) slot: u8,
    pub(crate) documents: u32,
    /// The fences so far, if the run is the first one of its set.
    pub(crate) chosen: Option<Fences>,
    pub(crate) blocks: usize,
    pub(crate) bytes: usize,
    /// The fence of the next block. `None` before the documents are written.
    pub(crate) fence: Option<Fence>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Texts(Vec<(u8, WriteNumber)>),
    Set(SetPlace),
}

impl Set {
    pub(crate) fn is_full(&self) -> bool {
        self.outgrown || self.runs.len() >= usize::from(RUNS_IN_SET)
    }
}

impl Head {
    pub(crate) fn set(&self, (tier, set): SetPlace) -> &Set {
        &self.tiers[tier].sets[set]
    }

    pub(crate) fn set_mut(&mut self, (tier, set): SetPlace) -> &mut Set {
        &mut self.tiers[tier].sets[set]
    }

    /// Begins the next merge if one is due.
    pub(crate) fn plan(&mut self) {
        if self.job.is_some() {
            return;
        }
        let texts = (self.texts.len() >= TEXTS_IN_TIER).then(|| (Source::Texts(self.texts.clone()), 0));
        let tiers = self.tiers.len();
        let sets = (0..tiers).filter_map(|tier| Some((Source::Set(self.idle_set(tier)?), tier + 1)));
        let Some((mut source, mut to)) = texts.or_else(|| sets.into_iter().next()) else { return };
        // A merge that finds both sets of its target full waits for the merge of the older one.
        while !self.has_room(to) {
            source = Source::Set((to, 1 - self.tiers[to].active));
            to += 1;
        }
        let target = (to, self.tiers[to].active);
        let used: Vec<u8> = self.set(target).runs.iter().map(|run| run.slot).collect();
        let slot = (0..RUNS_IN_SET).rev().find(|slot| !used.contains(slot)).expect("the target has room");
        let chosen = self.set(target).fences.is_none().then(Fences::default);
        let number = WriteNumber(self.revision);
        let (documents, blocks, bytes, fence) = (0, 0, 0, None);
        self.job = Some(Job { number, source, target, slot, documents, chosen, blocks, bytes, fence });
    }

    /// Returns the set of a tier that waits for its merge.
    fn idle_set(&mut self, tier: usize) -> Option<SetPlace> {
        self.has_room(tier);
        let idle = (tier, 1 - self.tiers[tier].active);
        (!self.set(idle).runs.is_empty()).then_some(idle)
    }

    /// Returns true if the active set of a tier takes another run. Makes the other set active if the active one is full.
    fn has_room(&mut self, tier: usize) -> bool {
        if self.tiers.len() <= tier {
            self.tiers.resize(tier + 1, Tier::default());
        }
        let Tier { sets, active } = &mut self.tiers[tier];
        if sets[*active].is_full() && sets[1 - *active].runs.is_empty() {
            *active = 1 - *active;
        }
        !sets[*active].is_full()
    }

    /// Returns true if a run is older than what a job merges.
    pub(crate) fn has_older_runs(&self, source: &Source) -> bool {
        let first = match source {
            Source::Texts(_) => 0,
            Source::Set((tier, _)) => tier + 1,
        };
        self.tiers.iter().skip(first).any(|tier| tier.sets.iter().any(|set| !set.runs.is_empty()))
    }

    /// Swaps the merged runs for the new one.
    pub(crate) fn finish(&mut self, job: Job) {
        match &job.source {
            Source::Texts(texts) => self.texts.retain(|text| !texts.contains(text)),
            Source::Set(set) => *self.set_mut(*set) = Set::default(),
        }
        let set = self.set_mut(job.target);
        set.outgrown = job.chosen.is_none() && SIZES.are_outgrown(job.blocks, job.bytes);
        set.fences = job.chosen.or_else(|| set.fences.take());
        set.runs.push(Run { slot: job.slot, number: job.number, documents: job.documents });
        self.job = None;
    }
}
