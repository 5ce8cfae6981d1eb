//! What a backfill does to each item.

use super::Change;
use super::difference::Shape;
use super::pace::Pace;
use crate::entity::Entity;

/// What is done to each item.
pub(crate) struct Job<E: Entity> {
    pub(crate) shape: Shape<E>,
    pub(crate) change: Option<Change<E>>,
    pub(crate) pace: Option<Pace>,
}
