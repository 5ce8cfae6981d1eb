//! A key that is made of components.

use syn::{Ident, LitStr};

use super::component::Component;
use super::format::Format;

/// A partition key and a sort key. A joined one is a text that begins with a name and continues with the components; a raw one
/// consists of literals and components.
#[derive(Clone)]
pub(crate) struct JoinedKey {
    pub(crate) owner: Owner,
    /// The name of the item collection, which then begins the partition key.
    pub(crate) collection: Option<LitStr>,
    pub(crate) partition: Vec<Component>,
    pub(crate) partition_format: Format,
    pub(crate) sort: Vec<Component>,
    pub(crate) sort_format: Format,
    /// True in a collection that is ordered by shared components: the owner's name does not begin the sort key.
    pub(crate) is_ordered: bool,
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

    /// Returns true if an item has the key only while all of its optional components have values.
    pub(crate) fn is_sparse(&self) -> bool {
        self.components().any(|component| component.optional)
    }

    /// Returns true if the owner's name begins the sort key: in a collection that is not ordered, and where the sort key has no
    /// components.
    pub(crate) fn has_named_sort_key(&self) -> bool {
        (self.collection.is_some() && !self.is_ordered) || self.sort.is_empty()
    }

    /// Returns true if the partition key or the sort key is raw.
    pub(crate) fn is_raw(&self) -> bool {
        self.partition_format.is_raw() || self.sort_format.is_raw()
    }

    /// The components of its raw halves.
    pub(crate) fn raw_components(&self) -> impl Iterator<Item = &Component> {
        let halves = [(&self.partition_format, &self.partition), (&self.sort_format, &self.sort)];
        halves.into_iter().filter(|(format, _)| format.is_raw()).flat_map(|(_, components)| components)
    }

    /// Returns true if a raw sort key has pieces, or if the sort key is joined. A table without a sort key has none.
    pub(crate) fn has_sort_key(&self) -> bool {
        match &self.sort_format {
            Format::Joined => true,
            Format::Raw(literals) => !(literals.is_empty() && self.sort.is_empty()),
        }
    }
}
