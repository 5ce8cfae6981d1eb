//! Positions of operations in a transaction.

use std::marker::PhantomData;

use crate::entity::Marker;

/// The position of an operation in its transaction. [`Transaction::add`](crate::Transaction::add) returns the position, and
/// [`Cancelled`](crate::write::Cancelled) uses the position to look up the operation's result.
#[derive(Debug)]
pub struct Op<E> {
    pub(super) position: usize,
    /// The number of operations that follow to write the records of the operation's unique constraints.
    pub(super) records: usize,
    entity: Marker<E>,
}

impl<E> Clone for Op<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Op<E> {}

impl<E> Op<E> {
    pub(super) fn at(position: usize, records: usize) -> Self {
        Self { position, records, entity: PhantomData }
    }
}
