//! Parts of a batch: items and keys of any entity and table.

use std::collections::BTreeMap;

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::comparable_text;
use crate::table::{Contains, Database, KeyAttribute, Table};

/// The address of an item: its table's name and its primary key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Address {
    table: String,
    /// The values of the key attributes, as texts.
    key: Vec<String>,
}

impl Address {
    /// Returns the address of an item or a key. `key` lists the key attributes of the table.
    pub(crate) fn of(table: &str, key: &[KeyAttribute], item: &Item) -> Result<Self, Error> {
        let text = |attribute: &KeyAttribute| {
            item.get(attribute.name).and_then(comparable_text).ok_or_else(|| {
                let what = format!("an item or key without the key attribute {}", attribute.name);
                Error::Response { what }
            })
        };
        Ok(Self { table: table.to_owned(), key: key.iter().map(text).collect::<Result<_, _>>()? })
    }
}

/// An item of a batch, or the key of one.
pub(crate) struct Part<D: Database> {
    pub(crate) entity: &'static str,
    pub(crate) item: Item,
    table: fn(&D::Names) -> &str,
    key: &'static [KeyAttribute],
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
        Self::record::<E>(E::NAME.as_str(), item)
    }

    /// Makes a part of a record beside an entity: an item of the entity's table with a name of its own.
    pub(crate) fn record<E: Entity>(name: &'static str, item: Item) -> Self
    where
        D: Contains<E::Table>,
    {
        Self { entity: name, item, table: <D as Contains<E::Table>>::table, key: <E::Table as Table>::KEY }
    }

    pub(crate) fn table<'a>(&self, names: &'a D::Names) -> &'a str {
        (self.table)(names)
    }

    /// Returns the address of this part.
    pub(crate) fn address(&self, names: &D::Names) -> Result<Address, Error> {
        self.address_of(&self.item, names)
    }

    /// Returns the address of another item of the same table.
    pub(crate) fn address_of(&self, item: &Item, names: &D::Names) -> Result<Address, Error> {
        Address::of(self.table(names), self.key, item)
    }
}

/// Groups a chunk by the names of its tables.
pub(crate) fn by_table<T>(chunk: &[(Address, T)]) -> BTreeMap<&str, Vec<&T>> {
    let mut tables = BTreeMap::<_, Vec<_>>::new();
    for (address, part) in chunk {
        tables.entry(address.table.as_str()).or_default().push(part);
    }
    tables
}

/// Returns the names of entities, each once.
pub(crate) fn each_once(entities: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
    let mut once = Vec::new();
    for entity in entities {
        if !once.contains(&entity) {
            once.push(entity);
        }
    }
    once
}
