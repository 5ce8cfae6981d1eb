//! Several writes, all or none.

mod cancelled;
mod send;

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::TransactWriteItem;
use table_keys::Timestamp;

use super::operation::Operation;
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::table::{Contains, Database, KeyAttribute, Table};

pub(crate) use cancelled::other_reason;
pub use cancelled::{Cancelled, TransactionError};
pub(crate) use send::request_token;

type Build<D> =
    Box<dyn FnOnce(&<D as Database>::Names, Timestamp) -> Result<TransactWriteItem, Error> + Send>;

/// The most operations of one transaction (see "Amazon DynamoDB Transactions: How it works" in the developer guide).
pub(crate) const MOST: usize = 100;

/// Refuses what is too much for one transaction.
pub(crate) fn check_len(given: usize) -> Result<(), Error> {
    if given > MOST { Err(Error::TooManyOperations { given, most: MOST }) } else { Ok(()) }
}

/// Up to 100 writes and checks on different items of a table or [database](crate::database!), which happen together or not
/// at all.
pub struct Transaction<D: Database> {
    pub(crate) steps: Vec<Step<D>>,
}

pub(crate) struct Step<D: Database> {
    pub(crate) operation: &'static str,
    pub(crate) entity: &'static str,
    /// The names of its table's key attributes.
    pub(crate) key: &'static [KeyAttribute],
    pub(crate) build: Build<D>,
}

/// An operation whose part of the request is made.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) operation: &'static str,
    pub(crate) entity: &'static str,
    pub(crate) key: &'static [KeyAttribute],
    pub(crate) request: TransactWriteItem,
}

/// One operation of a transaction, to ask afterwards why it was cancelled.
#[derive(Debug)]
pub struct Op<E> {
    pub(super) position: usize,
    /// How many operations follow it that write the records of its unique constraints.
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
    pub(super) fn with_records(self, records: usize) -> Self {
        Self { records, ..self }
    }
}

impl<D: Database> Transaction<D> {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// Adds an operation: a [`Put`](crate::Put), [`Update`](crate::Update), [`Delete`](crate::Delete) or
    /// [`Check`](crate::Check). Whole entities are also written with [`insert`](Self::insert), [`replace`](Self::replace) and
    /// [`remove`](Self::remove).
    pub fn add<O>(&mut self, operation: O) -> Op<O::Entity>
    where
        O: Operation + 'static,
        D: Contains<<O::Entity as Entity>::Table>,
    {
        self.push(<O::Entity as Entity>::NAME.as_str(), operation);
        Op { position: self.steps.len() - 1, records: 0, entity: PhantomData }
    }

    /// Adds an operation about the item of a record.
    pub(crate) fn push<O>(&mut self, entity: &'static str, operation: O)
    where
        O: Operation + 'static,
        D: Contains<<O::Entity as Entity>::Table>,
    {
        self.steps.push(Step {
            operation: O::NAME,
            entity,
            key: <<O::Entity as Entity>::Table as Table>::KEY,
            build: Box::new(move |names, now| operation.build(D::table(names), now)),
        });
    }

    /// Makes the parts of the request.
    pub(crate) fn build(self, names: &D::Names, now: Timestamp) -> Result<Vec<Built>, Error> {
        let built = |Step { operation, entity, key, build }: Step<D>| {
            Ok(Built { operation, entity, key, request: build(names, now)? })
        };
        self.steps.into_iter().map(built).collect()
    }

    /// How many operations it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

impl<D: Database> Default for Transaction<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Database> fmt::Debug for Transaction<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.steps.iter().map(|step| (step.operation, step.entity))).finish()
    }
}
