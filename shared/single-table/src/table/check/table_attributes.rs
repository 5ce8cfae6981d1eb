//! A table's attributes as its declaration has them.

use crate::table::layout::{IndexSchema, KeyAttribute};
use crate::table::{AttributeNames, Table};

/// The attributes of a table that the library writes or that are keys, read from the table's constants once.
pub(super) struct TableAttributes {
    pub(super) key: &'static [KeyAttribute],
    pub(super) indexes: &'static [IndexSchema],
    pub(super) type_attribute: Option<&'static str>,
    pub(super) ttl: Option<&'static str>,
    names: AttributeNames,
}

impl TableAttributes {
    pub(super) const fn of<T: Table>() -> Self {
        let names = T::ATTRIBUTE_NAMES;
        Self { key: T::KEY, indexes: T::INDEXES, type_attribute: T::TYPE, ttl: T::TTL, names }
    }

    /// Returns false if none of the attributes has this name. The compiler interprets the checks of each field, and this spares most
    /// fields the comparison with every name.
    pub(super) const fn may_have(&self, name: &str) -> bool {
        self.names.may_contain(name)
    }
}
