//! The counters in the head.

use std::collections::BTreeMap;

use crate::catalogue::count_tree::{
    ALWAYS, Branch, Cell, CountTree, Counter, Deltas, NodeNumber, Run, RunSize, Scope, Sums, sorted_runs,
};
use crate::catalogue::tally::{ByType, Tally};
use crate::error::Error;
use crate::model::ids::TagId;

/// The number of runs of the count tree from which the worker merges them.
const MANY_RUNS: usize = 8;

/// The counters of a user, as far as the head has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeadCounts {
    /// The counters of the account, and the changes that are in no node of the count tree yet.
    pub(crate) tally: Tally,
    /// The runs of the count tree.
    pub(crate) runs: Vec<Run>,
    /// Nodes that can be overwritten.
    pub(crate) spare: Vec<NodeNumber>,
    /// The revision of the head.
    pub(crate) revision: u64,
    /// True if changes of expiry are counted. A head that was stored before there were any has none, until reconciliation counts
    /// everything again.
    pub(crate) is_dated: bool,
}

impl Default for HeadCounts {
    fn default() -> Self {
        Self { tally: Tally::default(), runs: Vec::new(), spare: Vec::new(), revision: 0, is_dated: true }
    }
}

impl HeadCounts {
    /// Returns the counts of a head that was stored before there was a count tree. It has the counters of each tag.
    pub(super) fn undated(tally: Tally, by_tag: &BTreeMap<TagId, ByType>) -> Self {
        let cells = by_tag.iter().flat_map(|(tag_id, by_type)| {
            let cell = |counter| Cell { scope: Scope::Tag(*tag_id), second: ALWAYS, counter };
            by_type.iter().map(move |(data_type, count)| (cell(Counter::Type(*data_type)), *count))
        });
        let deltas = cells.collect::<Deltas>();
        Self { tally: Tally { deltas, ..tally }, is_dated: false, ..Self::default() }
    }

    pub(crate) fn tree(&self) -> CountTree {
        CountTree {
            runs: self.runs.clone(),
            recent: self.tally.deltas.clone(),
            spare: self.spare.clone(),
            revision: self.revision,
        }
    }

    /// Returns true if the count tree has so many runs that the worker merges them. Commits merge small ones only.
    pub(crate) fn has_many_runs(&self) -> bool {
        sorted_runs(&self.runs) >= MANY_RUNS
    }

    pub(crate) fn set_tree(&mut self, tree: CountTree) {
        self.runs = tree.runs;
        self.tally.deltas = tree.recent;
        self.spare = tree.spare;
        self.revision = tree.revision;
    }

    /// Returns the stored form of the branches of the runs and of the recent changes.
    pub(super) fn pack(&self) -> Result<Vec<u8>, Error> {
        let branches: Vec<&Branch> = self.runs.iter().map(|run| &run.branch).collect();
        postcard::to_allocvec(&(self.is_dated, branches, &self.tally.deltas)).map_err(Error::catalogue)
    }

    /// Returns the stored form of the sizes of the runs, which is empty without any.
    pub(super) fn pack_sizes(&self) -> Result<Vec<u8>, Error> {
        if self.runs.is_empty() {
            return Ok(Vec::new());
        }
        let sizes: Vec<RunSize> = self.runs.iter().map(Run::size).collect();
        postcard::to_allocvec(&sizes).map_err(Error::catalogue)
    }

    /// Reads the stored forms of [`pack`](Self::pack) and [`pack_sizes`](Self::pack_sizes). Earlier versions
    /// of the program stored no sizes.
    pub(super) fn read(account: Tally, counts: &[u8], sizes: &[u8]) -> Result<Self, postcard::Error> {
        let (is_dated, branches, deltas): (bool, Vec<Branch>, Deltas) = postcard::from_bytes(counts)?;
        let sizes: Vec<RunSize> = if sizes.is_empty() { Vec::new() } else { postcard::from_bytes(sizes)? };
        let mut sizes = sizes.into_iter();
        let runs = branches.into_iter().map(|branch| Run::of(branch, sizes.next())).collect();
        Ok(Self { tally: Tally { deltas, ..account }, runs, is_dated, ..Self::default() })
    }

    /// Returns the stored form of the spare nodes, which is empty without any.
    pub(super) fn pack_spare(&self) -> Result<Vec<u8>, Error> {
        if self.spare.is_empty() {
            return Ok(Vec::new());
        }
        postcard::to_allocvec(&self.spare).map_err(Error::catalogue)
    }

    /// Reads the stored form of the spare nodes.
    pub(super) fn read_spare(stored: &[u8]) -> Result<Vec<NodeNumber>, postcard::Error> {
        if stored.is_empty() { Ok(Vec::new()) } else { postcard::from_bytes(stored) }
    }

    /// Leaves out the changes of expiry as long as nobody has counted them all.
    pub(super) fn forget_expiry_unless_dated(&mut self) {
        if !self.is_dated {
            self.tally.deltas.forget_expiry();
        }
    }

    /// Returns the counters of all items in the table, also of those that have expired.
    pub(super) fn stored(&self) -> Sums {
        let Tally { by_type, trash, deltas: _ } = &self.tally;
        let mut sums = Sums::default();
        for (data_type, count) in by_type {
            sums.add(Counter::Type(*data_type), *count);
        }
        sums.add(Counter::Trash, *trash);
        sums
    }
}
