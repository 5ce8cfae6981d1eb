//! The record that reserves the unique values of an item.

use syn::{Error, Ident, Result};

use super::component::{Component, distinct};
use super::format::Format;
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
        let (entity, record) = (&declaration.ident, unique.record.clone());
        if declaration.attributes.entity.version.is_none() {
            let refused = "a unique constraint needs a version, because a write releases the values of exactly the version \
                           that it read: add `version(field)` to `#[entity(...)]`";
            return Err(Error::new(record.span(), refused));
        }
        if let Some(raw) = &declaration.attributes.entity.raw {
            let refused = "an entity with raw keys can't have unique constraints, because other programs that write its table don't \
                           know their records: remove `raw`, or `#[unique(...)]`";
            return Err(Error::new(raw.span(), refused));
        }
        let key = JoinedKey {
            owner: Owner::Record(record.clone()),
            collection: None,
            partition: Component::resolve_all(entity, &unique.partition.components, &declaration.fields)?,
            partition_format: Format::resolve(None, &unique.partition)?,
            sort: Component::resolve_all(entity, &unique.sort.components, &declaration.fields)?,
            sort_format: Format::resolve(None, &unique.sort)?,
            is_ordered: false,
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
