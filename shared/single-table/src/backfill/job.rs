//! The work of a backfill on each item.

use super::pace::Pace;
use crate::entity::Entity;
use crate::write::rewrite::{Change, Shape};

/// The work on each item.
pub(crate) struct Job<E: Entity> {
    pub(crate) shape: Shape<E>,
    pub(crate) change: Option<Change<E>>,
    pub(crate) pace: Option<Pace>,
    pub(crate) leaves_taken: bool,
}
