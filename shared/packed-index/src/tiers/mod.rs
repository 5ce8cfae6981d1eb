//! Tiers: the places of all versions of a user's favorites, and the work that keeps these places few.
//!
//! New versions come in text slots. When the text slots are full, they are merged into a run of the first tier. When a tier has
//! enough runs, they are merged into a run of the next tier.
//!
//! [`IndexState`] names all items that are visible. It is small and is stored in one item, the head, with a conditional put. All
//! other items are written before the head that names them, under the rule of [`WriteNumber`](crate::WriteNumber). So a writer that
//! stops anywhere leaves items that nobody sees, and the next writer repeats its work: the same state and the same items give the
//! same puts.

mod block_source;
mod block_step;
mod check;
mod document_step;
mod fences;
mod item;
mod job;
mod limits;
#[cfg(test)]
pub(crate) mod memory;
#[cfg(test)]
mod model;
mod plan;
mod reader;
mod spread;
mod state;
mod step;
mod terms;
mod texts;
mod work;

pub use item::{ItemKey, Items, Put, SetPlace, StoredItem};
pub use limits::{FENCES_IN_ITEM, IndexLimits};
pub use reader::ReadError;
pub(crate) use state::beginning;
pub use state::{IndexState, Run, RunSet, SMALL_TEXTS, StateError, TextSlot};
pub use step::{Step, WorkError};
pub use terms::{Mention, Terms};
