//! The runs of the count tree: how many there are, and which ones are merged.

use serde::{Deserialize, Serialize};

use crate::catalogue::count_tree::node::Branch;

/// The number of runs, with the new one, that are merged at once.
const MERGED: usize = 4;

/// The number of runs of a level that become a pile.
const PILED: usize = 8;

/// The assumed bytes of a run that an earlier version of the program stored without them.
const UNKNOWN_BYTES: u32 = 64 * 1024;

/// Changes that were put at the same time, in a tree of their own, or a pile of such trees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) branch: Branch,
    /// The bytes of all its leaves.
    bytes: u32,
    /// 0 for a run whose cells are in order, and a number more than that of its runs for a pile.
    pub(super) level: u8,
}

/// The part of a run that its branch does not have, as a head stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunSize {
    bytes: u32,
    level: u8,
}

impl Run {
    /// A run whose cells are in order.
    pub(super) fn sorted(branch: Branch, bytes: usize) -> Self {
        Self { branch, bytes: u32::try_from(bytes).unwrap_or(u32::MAX), level: 0 }
    }

    /// A pile of runs of the same level.
    pub(super) fn pile(branch: Branch, runs: &[Self]) -> Self {
        let bytes = runs.iter().fold(0, |sum: u32, run| sum.saturating_add(run.bytes));
        let level = runs.iter().map(|run| run.level).max().unwrap_or_default();
        Self { branch, bytes, level: level.saturating_add(1) }
    }

    /// Reads a run from its stored form.
    pub(crate) fn of(branch: Branch, size: Option<RunSize>) -> Self {
        let RunSize { bytes, level } = size.unwrap_or(RunSize { bytes: UNKNOWN_BYTES, level: 0 });
        Self { branch, bytes, level }
    }

    /// Returns the number of runs with ordered cells in it.
    fn sorted_runs(&self) -> usize {
        PILED.saturating_pow(self.level.into())
    }

    pub(crate) fn size(&self) -> RunSize {
        RunSize { bytes: self.bytes, level: self.level }
    }
}

/// Returns the number of runs with ordered cells, also of those in piles. A count reads a node or more of each.
pub(crate) fn sorted_runs(runs: &[Run]) -> usize {
    runs.iter().map(Run::sorted_runs).sum()
}

/// Puts runs in descending order of their bytes, and returns how many of the last ones a new run of `bytes`
/// is merged with. All have at most `most_bytes` together.
///
/// A run is merged if all smaller ones together are at least half as large. So a change is written again only
/// if its run grows by half, which happens a logarithmic number of times.
pub(super) fn merged_with(runs: &mut [Run], bytes: usize, most_bytes: usize) -> usize {
    runs.sort_by_key(|run| std::cmp::Reverse(run.bytes));
    let (mut sum, mut count) = (bytes, 1);
    let mut merged = 0;
    for run in runs.iter().rev() {
        let bytes = usize::try_from(run.bytes).unwrap_or(usize::MAX);
        let with_run = sum.saturating_add(bytes);
        if bytes / run.sorted_runs() / 2 > sum || with_run > most_bytes {
            break;
        }
        sum = with_run;
        count += run.sorted_runs();
        merged += 1;
    }
    if count < MERGED { 0 } else { merged }
}

/// Returns a level with enough runs for a pile. Because of piles, a head names at most seven runs of a level.
/// A run of a level stands for eight of the level below.
pub(super) fn level_of_a_pile(runs: &[Run]) -> Option<u8> {
    let is_full = |level: &u8| runs.iter().filter(|run| run.level == *level).count() >= PILED;
    runs.iter().map(|run| run.level).find(is_full)
}

#[cfg(test)]
#[path = "runs_tests.rs"]
mod tests;
