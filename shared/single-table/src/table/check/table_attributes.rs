//! A table's attributes as its declaration has them.

use super::shared_attributes::any_shared;
use crate::table::AttributeNames;
use crate::table::layout::{IndexSchema, KeyAttribute};

/// The attributes of a table that the library writes or that are keys. Each table has one constant of them, so the compiler computes
/// them once and not for each entity.
#[derive(Debug, Clone, Copy)]
pub struct TableAttributes {
    pub(super) key: &'static [KeyAttribute],
    pub(super) indexes: &'static [IndexSchema],
    pub(super) type_attribute: Option<&'static str>,
    pub(super) ttl: Option<&'static str>,
    /// The names of all of them. The compiler interprets the checks of each field, and this spares most fields the comparison with
    /// every name.
    pub(super) names: AttributeNames,
    /// True if an attribute stores several keys, so that an entity could have two values for it.
    pub(super) are_shared: bool,
}

impl TableAttributes {
    /// Collects the attributes of a table's keys and indexes, its type attribute and its TTL attribute.
    #[must_use]
    pub const fn of(
        key: &'static [KeyAttribute],
        indexes: &'static [IndexSchema],
        type_attribute: Option<&'static str>,
        ttl: Option<&'static str>,
    ) -> Self {
        let names = AttributeNames::of(key, indexes, type_attribute, ttl);
        Self { key, indexes, type_attribute, ttl, names, are_shared: any_shared(key, indexes) }
    }
}
