//! Views whose index key an update can change.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use table_keys::KeyError;

use super::View;
use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::model::{Model, StoredKey};
use crate::table::KeyAttribute;

/// A view whose index key an update can change, because no field in this key is part of another key.
#[diagnostic::on_unimplemented(
    message = "the index key of `{Self}` can't be changed by an update",
    label = "its fields are part of other keys too, or computed",
    note = "put or replace the whole item, which derives all keys again"
)]
pub trait Rekey: View<Item: Entity> {
    /// The components that are not in the primary key.
    type Moved;

    /// Adds changes of the fields and of the index key. If a field is absent, the item leaves the index.
    fn moved(key: &<Self::Item as Entity>::Key, moved: &Self::Moved, moves: &mut Moves);
}

/// Changes that an update makes to attributes.
#[derive(Debug, Default)]
pub struct Moves {
    pub(crate) set: Vec<(&'static str, AttributeValue)>,
    pub(crate) remove: Vec<&'static str>,
    /// The key attributes of an index that the item leaves.
    left: Vec<&'static str>,
    pub(crate) failed: Option<Error>,
}

impl Moves {
    /// Makes an empty list of changes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the changes to attributes outside of `key`, each attribute once. A raw key may consist of an attribute of the
    /// primary key, which never changes, or of a field. An item that leaves an index keeps the key attributes that are fields, or keys
    /// of another index: it is out of the index without the others.
    pub(crate) fn outside(mut self, key: &[KeyAttribute], model: &Model) -> Self {
        let is_kept = |name: &str| {
            let mut same = model.stored_keys.iter().filter(|key| key.attribute.name == name);
            same.clone().any(StoredKey::is_the_field) || same.nth(1).is_some()
        };
        self.remove.extend(self.left.drain(..).filter(|name| !is_kept(name)));
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

    /// Adds a change that sets a field.
    pub fn field(&mut self, name: &'static str, value: &impl Serialize) {
        match item::attribute(name, value) {
            Ok(value) => self.set.push((name, value)),
            Err(error) => self.fail(error),
        }
    }

    /// Adds a change that sets a key attribute.
    pub fn key(&mut self, attribute: KeyAttribute, key: Result<String, KeyError>) {
        match key.map_err(Error::from).and_then(|key| item::scalar_of_text(&attribute, &key)) {
            Ok(key) => self.set.push((attribute.name, key)),
            Err(error) => self.fail(error),
        }
    }

    /// Notes a change that can't be made.
    pub fn fail(&mut self, error: impl Into<Error>) {
        self.failed.get_or_insert(error.into());
    }

    /// Notes a key attribute of an index that the item leaves.
    pub fn leave(&mut self, name: &'static str) {
        self.left.push(name);
    }

    /// Adds a change that removes an attribute.
    pub fn remove(&mut self, name: &'static str) {
        self.remove.push(name);
    }
}
