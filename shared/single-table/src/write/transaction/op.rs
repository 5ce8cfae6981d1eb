//! Positions of operations in a transaction.

use std::marker::PhantomData;

use crate::entity::Marker;

/// The position of an operation in its transaction: [`Transaction::add`](crate::Transaction::add) returns it. It asks
/// [`Cancelled`](crate::write::Cancelled) what became of the operation.
#[derive(Debug)]
pub struct Op<E> {
    pub(super) position: usize,
    /// The number of operations after it that write the records of its unique constraints.
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
