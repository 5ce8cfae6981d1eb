//! The list of a transaction's operations.

use std::fmt;

use table_keys::Timestamp;

use super::op::Op;
use super::step::{Built, Need, Step};
use crate::entity::Entity;
use crate::error::Error;
use crate::table::{Contains, Database};
use crate::write::operation::Operation;

/// The most operations of one transaction (see "Amazon DynamoDB Transactions: How it works" in the developer guide).
pub(crate) const MOST: usize = 100;

/// Refuses more operations than one transaction takes.
pub(crate) fn check_len(given: usize) -> Result<(), Error> {
    if given > MOST { Err(Error::TooManyOperations { given, most: MOST }) } else { Ok(()) }
}

/// Up to 100 writes and checks on different items of a table or [database](crate::database!), which happen together or not at
/// all. [`Store::transact`](crate::Store::transact) sends the transaction.
pub struct Transaction<D: Database> {
    steps: Vec<Step<D>>,
}

impl<D: Database> Transaction<D> {
    /// Makes a transaction without operations.
    #[must_use]
    pub fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// Adds an operation: a [`Put`](crate::Put), [`Update`](crate::Update), [`Delete`](crate::Delete) or
    /// [`Check`](crate::Check). [`insert`](Self::insert), [`replace`](Self::replace), [`relocate`](Self::relocate) and
    /// [`remove`](Self::remove) write whole entities.
    pub fn add<O>(&mut self, operation: O) -> Op<O::Entity>
    where
        O: Operation + 'static,
        D: Contains<<O::Entity as Entity>::Table>,
    {
        self.steps.push(Step::new(<O::Entity as Entity>::NAME.as_str(), Need::Required, operation));
        Op::at(self.steps.len() - 1, 0)
    }

    /// Adds an operation on a record of the previous operation's entity.
    pub(crate) fn add_record<O>(
        &mut self,
        op: Op<O::Entity>,
        record: &'static str,
        need: Need,
        operation: O,
    ) -> Op<O::Entity>
    where
        O: Operation + 'static,
        D: Contains<<O::Entity as Entity>::Table>,
    {
        self.steps.push(Step::new(record, need, operation));
        Op::at(op.position, op.records + 1)
    }

    /// Builds the parts of the request.
    pub(crate) fn build(self, names: &D::Names, now: Timestamp) -> Result<Vec<Built>, Error> {
        self.steps.into_iter().map(|step| step.build(names, now)).collect()
    }

    /// Returns the number of operations, including those on the records of unique constraints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns true if the transaction has no operations.
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
        let operations = self.steps.iter().map(Step::about);
        f.debug_list().entries(operations.map(|about| (about.operation, about.entity))).finish()
    }
}
