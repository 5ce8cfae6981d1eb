//! The visible part of an index: which text slots and runs there are, when they are compacted, and the items
//! that they consist of.

mod check;
mod item;
mod limits;
mod plan;
mod reader;
mod run;
mod spread;
mod state;

pub use item::{ItemKey, Items, Put, StoredItem};
pub use limits::IndexLimits;
pub use plan::RUN_SLOTS;
pub use reader::ReadError;
pub(crate) use reader::{Reader, checked};
pub use run::Run;
pub(crate) use run::{Size, beginning};
pub(crate) use spread::Samples;
pub use state::{Checkpoint, Compaction, IndexState, SMALL_TEXTS, StateError, TextSlot};
