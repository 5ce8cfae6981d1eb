//! The merge of several runs into one.

mod join;
mod map;
mod renumbering;
mod step;

pub use join::{JoinError, Joined, MERGED_RUNS, Tombstones, join};
pub use map::MergeMap;
pub use step::{FirstRunBlock, Merge, MergeError};
