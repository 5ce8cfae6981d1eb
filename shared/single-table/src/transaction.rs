//! Several writes, all or none.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use aws_sdk_dynamodb::types::{CancellationReason, TransactWriteItem};
use table_keys::Timestamp;

use crate::Item;
use crate::change::{Change, Write};
use crate::database::{Contains, Database};
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::item;
use crate::table::Table;
use crate::unique::Taken;
use crate::write::Operation;

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
    pub(crate) key: [&'static str; 2],
    pub(crate) build: Build<D>,
}

/// An operation whose part of the request is made.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) operation: &'static str,
    pub(crate) entity: &'static str,
    pub(crate) key: [&'static str; 2],
    pub(crate) request: TransactWriteItem,
}

/// One operation of a transaction, to ask afterwards why it was cancelled.
#[derive(Debug)]
pub struct Op<E> {
    position: usize,
    /// How many operations follow it that write the records of its unique constraints.
    records: usize,
    entity: Marker<E>,
}

impl<E> Clone for Op<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Op<E> {}

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

    /// Adds the operations of one change: of the entity itself, and of the records of its unique constraints.
    pub(crate) fn add_change<E: Entity>(&mut self, change: Change<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        let op = match change.entity {
            Write::Put(put) => self.add(put),
            Write::Delete(delete) => self.add(delete),
        };
        let records = change.records.len();
        for (name, write) in change.records {
            match write {
                Write::Put(put) => self.push(name, put),
                Write::Delete(delete) => self.push(name, delete),
            }
        }
        Op { records, ..op }
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
            key: [
                <<O::Entity as Entity>::Table as Table>::PARTITION_KEY,
                <<O::Entity as Entity>::Table as Table>::SORT_KEY,
            ],
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

/// Why a transaction did not happen.
#[derive(Debug, thiserror::Error)]
pub enum TransactionError {
    /// A condition did not hold.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// A transaction that was cancelled because conditions did not hold. Nothing of it happened.
#[derive(Debug)]
pub struct Cancelled {
    reasons: Vec<Reason>,
}

#[derive(Debug, Clone)]
struct Reason {
    operation: &'static str,
    entity: &'static str,
    failed: bool,
    item: Option<Item>,
}

impl Cancelled {
    /// Whether the condition of this operation did not hold.
    #[must_use]
    pub fn failed<E>(&self, op: Op<E>) -> bool {
        self.reasons.get(op.position).is_some_and(|reason| reason.failed)
    }

    /// The item that stood in this operation's way, as it was; none when the operation did not fail or there was no item.
    ///
    /// # Errors
    /// When the item is not of the operation's entity.
    pub fn item<E: Entity>(&self, op: Op<E>) -> Result<Option<E>, Error> {
        self.reasons
            .get(op.position)
            .filter(|reason| reason.failed)
            .and_then(|reason| reason.item.clone())
            .map(item::decode)
            .transpose()
    }

    /// The unique constraints of this operation whose record another item owns, and the owner's key.
    ///
    /// # Errors
    /// When a record does not have its owner's key.
    pub fn taken<E: Entity>(&self, op: Op<E>) -> Result<Vec<Taken<E>>, Error> {
        let records = self.reasons.iter().skip(op.position + 1).take(op.records);
        records
            .filter(|reason| reason.failed)
            .map(|reason| match &reason.item {
                Some(item) => Taken::of(reason.entity, item),
                None => {
                    Err(Error::Response { what: format!("no {} where one is in the way", reason.entity) })
                }
            })
            .collect()
    }

    /// What it says of some of its operations, as if they were a transaction of their own.
    pub(crate) fn part(&self, operations: Range<usize>) -> Self {
        Self { reasons: self.reasons.get(operations).unwrap_or_default().to_vec() }
    }

    /// What DynamoDB's reasons say: a failed condition, or an error to report or to retry.
    pub(crate) fn of(operations: &[Built], reasons: &[CancellationReason]) -> Result<Self, Error> {
        let failed = |reason: &CancellationReason| reason.code() == Some("ConditionalCheckFailed");
        if !reasons.iter().any(failed) {
            return Err(other_reason(reasons));
        }
        let reasons = operations.iter().zip(reasons).map(|(built, reason)| Reason {
            operation: built.operation,
            entity: built.entity,
            failed: failed(reason),
            item: reason.item.clone(),
        });
        Ok(Self { reasons: reasons.collect() })
    }
}

/// Why a transaction was cancelled, if not by a condition: an error to report or to retry.
pub(crate) fn other_reason(reasons: &[CancellationReason]) -> Error {
    let mut codes = reasons.iter().filter_map(|reason| Some((reason.code()?, reason)));
    codes.find(|(code, _)| !matches!(*code, "None" | "")).map_or_else(
        || Error::Response { what: "a cancelled transaction without a reason".to_owned() },
        |(code, reason)| Error::of_code(code, reason.message().unwrap_or_default()),
    )
}

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the transaction was cancelled: ")?;
        let mut separator = "";
        for (position, reason) in self.reasons.iter().enumerate().filter(|(_, reason)| reason.failed) {
            write!(
                f,
                "{separator}the condition of {} {} (operation {})",
                reason.operation,
                reason.entity,
                position + 1
            )?;
            separator = ", ";
        }
        f.write_str(" did not hold")
    }
}

impl std::error::Error for Cancelled {}
