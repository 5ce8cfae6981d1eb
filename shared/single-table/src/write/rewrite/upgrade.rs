//! The update that upgrades an item in a past form: a past schema version, or an attribute under an alias.

use std::fmt;

use aws_sdk_dynamodb::types::Update as SdkUpdate;

use super::difference::Shape;
use super::error::RewriteError;
use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::{SchemaVersion, is_a, schema_version};

/// Upgrades the items of one entity. A transaction has an `Upgrade` for each of its operations, which have different entities.
#[derive(Clone, Copy)]
pub(crate) struct Upgrade {
    entity: &'static str,
    update: fn(&str, &Item) -> Result<Option<SdkUpdate>, Error>,
}

impl Upgrade {
    pub(crate) fn of<E: Entity>() -> Self {
        Self { entity: E::NAME.as_str(), update: update::<E> }
    }

    /// The name of the entity.
    pub(crate) fn entity(self) -> &'static str {
        self.entity
    }

    /// Returns the update of an item in the table of this name, or `None` if the item is in the current form.
    ///
    /// The update happens only if the item has not changed since it was read.
    pub(crate) fn update(self, table: &str, read: &Item) -> Result<Option<SdkUpdate>, Error> {
        (self.update)(table, read)
    }
}

fn update<E: Entity>(table: &str, read: &Item) -> Result<Option<SdkUpdate>, Error> {
    // Without this constant, the compiler would make the code of a rewrite for each entity.
    if const { E::MODEL.schema.is_none() && !E::MODEL.has_aliases() } {
        return Ok(None);
    }
    // The record of a unique constraint is not an item of its entity.
    if !is_a::<E>(read) {
        return Ok(None);
    }
    let version = match (schema_version::<E>(read)?, E::MODEL.schema) {
        (SchemaVersion::Past(version, _), _) => version,
        (SchemaVersion::Current, _) if !E::MODEL.aliases().any(|alias| read.contains_key(alias)) => {
            return Ok(None);
        }
        (SchemaVersion::Current, schema) => schema.map_or(1, |schema| schema.current),
    };
    Shape::<E>::new().write(table, read, None).map_err(|error| match error {
        RewriteError::Item(error) => error,
        error => Error::Upgrade { entity: E::NAME.as_str(), version, source: Box::new(error) },
    })
}

impl fmt::Debug for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Upgrade").field(&self.entity).finish()
    }
}
