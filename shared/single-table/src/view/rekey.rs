//! Views whose index key an update can change.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use table_keys::KeyError;

use super::View;
use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::table::KeyAttribute;

/// A view whose index key can be changed by an update: nothing in it is part of another key.
#[diagnostic::on_unimplemented(
    message = "the index key of `{Self}` can't be changed by an update",
    label = "its fields are part of other keys too, or computed",
    note = "put or replace the whole item: then every key is derived anew"
)]
pub trait Rekey: View<Item: Entity> {
    /// The components that are not in the primary key.
    type Moved;

    /// Adds the fields and the index key they make. Where one is absent, the item leaves the index.
    fn moved(key: &<Self::Item as Entity>::Key, moved: &Self::Moved, moves: &mut Moves);
}

/// Changes of attributes, for an update.
#[derive(Debug, Default)]
pub struct Moves {
    pub(crate) set: Vec<(&'static str, AttributeValue)>,
    pub(crate) remove: Vec<&'static str>,
    pub(crate) failed: Option<Error>,
}

impl Moves {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the changes of attributes outside a key, each attribute once. A raw key may have the attribute of the primary key,
    /// which never changes, or of a field.
    pub(crate) fn outside(mut self, key: &[KeyAttribute]) -> Self {
        let is_outside = |name: &str| key.iter().all(|key| key.name != name);
        let mut set = Vec::with_capacity(self.set.len());
        for (name, value) in self.set.into_iter().filter(|(name, _)| is_outside(name)) {
            set.retain(|(other, _)| *other != name);
            set.push((name, value));
        }
        self.remove.sort_unstable();
        self.remove.dedup();
        self.remove.retain(|name| is_outside(name));
        Self { set, ..self }
    }

    /// Sets a field.
    pub fn field(&mut self, name: &'static str, value: &impl Serialize) {
        match item::attribute(name, value) {
            Ok(value) => self.set.push((name, value)),
            Err(error) => self.fail(error),
        }
    }

    /// Sets a key attribute.
    pub fn key(&mut self, attribute: &KeyAttribute, key: Result<String, KeyError>) {
        match key.map_err(Error::from).and_then(|key| item::scalar_of_text(attribute, &key)) {
            Ok(key) => self.set.push((attribute.name, key)),
            Err(error) => self.fail(error),
        }
    }

    /// One can't be made.
    pub fn fail(&mut self, error: impl Into<Error>) {
        self.failed.get_or_insert(error.into());
    }

    /// Removes an attribute.
    pub fn remove(&mut self, name: &'static str) {
        self.remove.push(name);
    }
}

/// A field that may be absent, for a sparse index: it lists only items that have it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is never absent",
    label = "`?` marks a component of type `Option`",
    note = "leave out the `?`"
)]
pub trait Optional {
    /// What it is when it is there.
    type Value;

    /// The value, if it is there.
    fn get(&self) -> Option<&Self::Value>;
}

impl<T> Optional for Option<T> {
    type Value = T;

    fn get(&self) -> Option<&T> {
        self.as_ref()
    }
}
