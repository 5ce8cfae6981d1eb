//! Parts of a batch: items and keys of whichever entity and table.

use std::collections::BTreeMap;

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::table::Table;
use crate::table::{Contains, Database};

/// Where an item is: its table's name and its primary key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Address {
    table: String,
    partition: String,
    sort: String,
}

impl Address {
    /// Where an item is, or one with such a key; `key` names the key attributes of its table.
    pub(crate) fn of(table: &str, key: [&'static str; 2], item: &Item) -> Result<Self, Error> {
        let text = |name: &str| match item.get(name).and_then(|value| value.as_s().ok()) {
            Some(text) => Ok(text.clone()),
            None => {
                Err(Error::Response { what: format!("an item or key without the text attribute {name}") })
            }
        };
        let [partition, sort] = key;
        Ok(Self { table: table.to_owned(), partition: text(partition)?, sort: text(sort)? })
    }
}

/// An item, or the key of one.
pub(crate) struct Part<D: Database> {
    pub(crate) entity: &'static str,
    pub(crate) item: Item,
    table: fn(&D::Names) -> &str,
    key: [&'static str; 2],
}

impl<D: Database> Clone for Part<D> {
    fn clone(&self) -> Self {
        Self { item: self.item.clone(), ..*self }
    }
}

impl<D: Database> Part<D> {
    pub(crate) fn new<E: Entity>(item: Item) -> Self
    where
        D: Contains<E::Table>,
    {
        Self {
            entity: E::NAME.as_str(),
            item,
            table: <D as Contains<E::Table>>::table,
            key: [<E::Table as Table>::PARTITION_KEY, <E::Table as Table>::SORT_KEY],
        }
    }

    pub(crate) fn table<'a>(&self, names: &'a D::Names) -> &'a str {
        (self.table)(names)
    }

    /// Where it is.
    pub(crate) fn address(&self, names: &D::Names) -> Result<Address, Error> {
        self.address_of(&self.item, names)
    }

    /// Where another item of the same table is.
    pub(crate) fn address_of(&self, item: &Item, names: &D::Names) -> Result<Address, Error> {
        Address::of(self.table(names), self.key, item)
    }
}

/// A chunk by the names of its tables.
pub(crate) fn by_table<T>(chunk: &[(Address, T)]) -> BTreeMap<&str, Vec<&T>> {
    let mut tables = BTreeMap::<_, Vec<_>>::new();
    for (address, part) in chunk {
        tables.entry(address.table.as_str()).or_default().push(part);
    }
    tables
}

/// The names of the entities in a chunk, each once.
pub(crate) fn each_once(entities: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
    let mut once = Vec::new();
    for entity in entities {
        if !once.contains(&entity) {
            once.push(entity);
        }
    }
    once
}
