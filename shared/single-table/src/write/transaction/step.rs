//! The operations of a transaction.

use aws_sdk_dynamodb::types::TransactWriteItem;
use table_keys::Timestamp;

use crate::entity::Entity;
use crate::error::Error;
use crate::table::{Contains, Database, KeyAttribute, Table};
use crate::write::operation::{InTransaction as _, Operation};

type Build<D> =
    Box<dyn FnOnce(&<D as Database>::Names, Timestamp) -> Result<TransactWriteItem, Error> + Send>;

/// An operation that is built when the transaction is sent.
pub(crate) struct Step<D: Database> {
    about: About,
    build: Build<D>,
}

/// An operation whose part of the request is built.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) about: About,
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
    /// Whether the transaction can do without it.
    pub(crate) need: Need,
}

/// Whether a transaction can do without an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// If its condition fails, the transaction fails.
    Required,
    /// It frees or renews a record of the entity's own. If its condition fails, the record is another item's, and the transaction
    /// is sent without it.
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
            about: About { operation: O::NAME, entity, key, need },
            build: Box::new(move |names, now| Ok(operation.request(D::table(names), now)?.in_transaction())),
        }
    }

    pub(crate) fn about(&self) -> About {
        self.about
    }

    pub(crate) fn build(self, names: &D::Names, now: Timestamp) -> Result<Built, Error> {
        Ok(Built { about: self.about, request: (self.build)(names, now)? })
    }
}
