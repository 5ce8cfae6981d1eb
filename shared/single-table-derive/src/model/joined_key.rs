//! A key whose components are joined to texts.

use syn::{Ident, LitStr};

use super::component::Component;

/// A partition key and a sort key, each a text that begins with a name and continues with the components.
#[derive(Clone)]
pub(crate) struct JoinedKey {
    pub(crate) owner: Owner,
    /// The name of the item collection, which then begins the partition key.
    pub(crate) collection: Option<LitStr>,
    pub(crate) partition: Vec<Component>,
    pub(crate) sort: Vec<Component>,
}

/// The type whose `NAME` marks the key as its own.
#[derive(Clone)]
pub(crate) enum Owner {
    Entity(Ident),
    /// The record of a unique constraint.
    Record(Ident),
}

impl JoinedKey {
    pub(crate) fn components(&self) -> impl Iterator<Item = &Component> {
        self.partition.iter().chain(&self.sort)
    }

    /// Returns true if the owner's name begins the sort key: in a collection, and where the sort key has no components.
    pub(crate) fn has_named_sort_key(&self) -> bool {
        self.collection.is_some() || self.sort.is_empty()
    }
}
