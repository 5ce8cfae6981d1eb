//! The operations of a transaction, before and after they are built.

use aws_sdk_dynamodb::types::TransactWriteItem;
use table_keys::Timestamp;

use crate::entity::Entity;
use crate::error::Error;
use crate::table::{Contains, Database, KeyAttribute, Table};
use crate::write::operation::{InTransaction as _, Operation};
use crate::write::rewrite::Upgrade;

/// Builds the part of the request, and returns the part with the name of its table.
type Build<D> =
    Box<dyn FnOnce(&<D as Database>::Names, Timestamp) -> Result<(String, TransactWriteItem), Error> + Send>;

/// An operation that is built when the transaction is sent.
pub(crate) struct Step<D: Database> {
    about: About,
    operands: Vec<String>,
    build: Build<D>,
}

/// An operation whose part of the request is built.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) about: About,
    /// The paths of the numbers, lists and sets that the operation computes with.
    pub(crate) operands: Vec<String>,
    /// The name of the operation's table.
    pub(crate) table: String,
    pub(crate) request: TransactWriteItem,
}

/// A description of an operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    /// DynamoDB's name of the operation.
    pub(crate) operation: &'static str,
    /// The name of the entity, or of the record.
    pub(crate) entity: &'static str,
    /// The key attributes of its table.
    pub(crate) key: &'static [KeyAttribute],
    /// Says whether the transaction can do without the operation.
    pub(crate) need: Need,
    /// Upgrades the item for which the operation's condition failed.
    pub(crate) upgrade: Upgrade,
}

/// The need of a transaction for one of its operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// The transaction fails if the operation's condition fails.
    Required,
    /// The operation frees or renews a record of its entity. If its condition fails, another item owns the record, and the
    /// transaction is sent without the operation.
    IfOwned,
}

impl<D: Database> Step<D> {
    pub(crate) fn new<O>(entity: &'static str, need: Need, operation: O) -> Self
    where
        O: Operation + 'static,
        D: Contains<<O::Entity as Entity>::Table>,
    {
        let key = <<O::Entity as Entity>::Table as Table>::KEY;
        Self {
            about: About { operation: O::NAME, entity, key, need, upgrade: Upgrade::of::<O::Entity>() },
            operands: operation.operands(),
            build: Box::new(move |names, now| {
                let table = D::table(names);
                Ok((table.to_owned(), operation.request(table, now)?.in_transaction()))
            }),
        }
    }

    pub(crate) fn about(&self) -> About {
        self.about
    }

    pub(crate) fn build(self, names: &D::Names, now: Timestamp) -> Result<Built, Error> {
        let (table, request) = (self.build)(names, now)?;
        Ok(Built { about: self.about, operands: self.operands, table, request })
    }
}
