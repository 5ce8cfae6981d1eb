//! A merge under way, as the state names it.

use serde::{Deserialize, Serialize};

use super::item::SetPlace;
use super::spread::Samples;
use crate::fence::{Fence, Fences};
use crate::write_number::WriteNumber;

/// A merge under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Job {
    /// The number of all items that the job puts: the revision of the state that began it.
    pub(super) number: WriteNumber,
    pub(super) source: Source,
    pub(super) target: SetPlace,
    /// The slot of the new run.
    pub(super) slot: u8,
    /// The number of documents that are written.
    pub(super) documents: u32,
    /// The times of some of these documents.
    pub(super) times: Samples,
    /// The number of parts of the merge map that are written.
    pub(super) map_parts: u32,
    /// The fences so far, if the new run chooses those of its set.
    pub(super) chosen: Option<ChosenFences>,
    pub(super) progress: Progress,
}

/// The input of a merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Source {
    /// The oldest text slots, as many as this.
    Texts(usize),
    /// All runs of a set.
    Runs(SetPlace),
}

/// The place at which a merge goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Progress {
    /// The number of documents of each merged run that are joined, from the oldest run to the newest.
    Documents(Vec<u32>),
    /// The fence of the next block, and the blocks so far.
    Blocks { fence: Fence, blocks: u32, bytes: u64 },
}

/// The fences that the first run of a set has chosen so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct ChosenFences {
    /// The number of parts that are written.
    pub(super) parts: u32,
    /// The fences of the next part.
    pub(super) rest: Fences,
}
