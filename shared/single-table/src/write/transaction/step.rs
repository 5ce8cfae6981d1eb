//! The operations of a transaction, before and after they are built.

use std::collections::HashSet;

use aws_sdk_dynamodb::types::TransactWriteItem;
use table_keys::Timestamp;

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::item_size;
use crate::store::Address;
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

impl Built {
    /// Returns the address of the operation's item.
    pub(crate) fn address(&self) -> Result<Address, Error> {
        Address::of(&self.table, self.about.key, written(&self.request)?.0)
    }

    /// Returns the size of the item or key and of the values that an update sets, in bytes.
    pub(crate) fn size(&self) -> Result<usize, Error> {
        let (item, values) = written(&self.request)?;
        Ok(item_size(item) + values.map_or(0, item_size))
    }
}

/// Refuses two operations on one item.
pub(super) fn check_distinct(operations: &[Built]) -> Result<(), Error> {
    let mut items = HashSet::new();
    for built in operations {
        if !items.insert(built.address()?) {
            return Err(Error::SameItem { entity: built.about.entity });
        }
    }
    Ok(())
}

/// Returns the item or key of an operation, and the values that an update sets.
fn written(request: &TransactWriteItem) -> Result<(&Item, Option<&Item>), Error> {
    Ok(if let Some(put) = &request.put {
        (&put.item, None)
    } else if let Some(update) = &request.update {
        (&update.key, update.expression_attribute_values.as_ref())
    } else if let Some(delete) = &request.delete {
        (&delete.key, None)
    } else if let Some(check) = &request.condition_check {
        (&check.key, None)
    } else {
        return Err(Error::Response { what: "an operation that neither writes nor checks".to_owned() });
    })
}
