//! The positions of a relocation's operations.

use crate::write::transaction::Op;

/// The two operations with which [`Transaction::relocate`](crate::Transaction::relocate) gives an entity another primary key.
#[derive(Debug)]
pub struct Relocation<E> {
    /// Deletes the item under the old key. It fails if the item does not have the version that was read.
    pub removed: Op<E>,
    /// Puts the item under the new key, and claims its unique values. It fails if there is an item with that key.
    /// [`Cancelled::taken`](crate::write::Cancelled::taken) returns the items that have the values.
    pub inserted: Op<E>,
}

impl<E> Clone for Relocation<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Relocation<E> {}
