//! The record that reserves the unique values of an item.

use syn::{Error, Ident, Result};

use super::component::{Component, distinct};
use super::joined_key::{JoinedKey, Owner};
use crate::input::{Declaration, RenameRule, UniqueAttribute};

/// A unique constraint, kept by a record whose key is made of the unique values.
pub(crate) struct UniqueRecord {
    /// The type of the record, and its name in the table.
    pub(crate) record: Ident,
    pub(crate) key: JoinedKey,
    rename: RenameRule,
}

impl UniqueRecord {
    pub(super) fn resolve(unique: &UniqueAttribute, declaration: &Declaration) -> Result<Self> {
        let record = unique.record.clone();
        if declaration.attributes.entity.version.is_none() {
            let refused = "a unique constraint needs a version, because a write releases the values of exactly the version \
                           that it read: add `version(field)` to `#[entity(...)]`";
            return Err(Error::new(record.span(), refused));
        }
        let key = JoinedKey {
            owner: Owner::Record(record.clone()),
            collection: None,
            partition: Component::resolve_all(&unique.partition, &declaration.fields)?,
            sort: Component::resolve_all(&unique.sort, &declaration.fields)?,
        };
        Ok(Self { record, key, rename: declaration.rename })
    }

    /// The components of the key, each once.
    pub(crate) fn members(&self) -> Vec<&Component> {
        distinct(self.key.components())
    }

    /// Returns the name of the attribute in which the record stores a component.
    pub(crate) fn attribute_of(&self, component: &Component) -> String {
        let own = component.attribute().map(str::to_owned);
        own.unwrap_or_else(|| self.rename.attribute_name(&component.name))
    }
}
