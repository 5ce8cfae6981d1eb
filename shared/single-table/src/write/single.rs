//! Writes that may stand alone.

use super::delete::Delete;
use super::operation::Operation;
use super::put::Put;
use super::update::Update;
use crate::entity::Entity;

/// A write that may stand alone: everything but a [`Check`](crate::Check).
pub trait Single: Operation {
    /// Returns the put that replaces an expired item, if an expired item must not stop this write.
    #[doc(hidden)]
    fn replacement_of_expired(&self) -> Option<Put<Self::Entity>> {
        None
    }

    /// Returns true if the item is the same whether this write is made once or twice. Only such a write is sent a second time when
    /// its answer is lost.
    #[doc(hidden)]
    fn is_idempotent(&self) -> bool {
        true
    }
}

impl<E: Entity> Single for Put<E> {}
impl<E: Entity> Single for Delete<E> {}
impl<E: Entity> Single for Update<E> {
    fn replacement_of_expired(&self) -> Option<Put<E>> {
        self.replacement_of_expired()
    }

    fn is_idempotent(&self) -> bool {
        self.is_idempotent()
    }
}
