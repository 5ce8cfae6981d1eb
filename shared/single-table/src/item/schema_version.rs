//! The schema version of an item.

use super::scalar_text::Attributes;
use crate::entity::Entity;
use crate::error::Error;
use crate::model::PastAttributes;

/// The version of an item without a version attribute, which was written before its entity declared versions.
const FIRST: &str = "1";

/// The schema version of an item.
pub(crate) enum SchemaVersion {
    /// The current version, or an entity without versions.
    Current,
    /// A version that the program can upgrade.
    Past(u32, &'static PastAttributes),
}

/// Reads the schema version of an item of the entity `E`. Fails if the program doesn't know the version.
pub(crate) fn schema_version<E: Entity>(item: &impl Attributes) -> Result<SchemaVersion, Error> {
    let Some(schema) = E::MODEL.schema else { return Ok(SchemaVersion::Current) };
    let found = if item.has_value(schema.attribute) {
        item.number(schema.attribute).unwrap_or("that is not a number")
    } else {
        FIRST
    };
    let version: Option<u32> = found.parse().ok();
    match version {
        Some(version) if version == schema.current => return Ok(SchemaVersion::Current),
        _ => {}
    }
    match version.and_then(|version| Some((version, schema.past(version)?))) {
        Some((version, past)) => Ok(SchemaVersion::Past(version, past)),
        None => Err(Error::UnknownSchemaVersion {
            entity: E::NAME.as_str(),
            found: found.to_owned(),
            oldest: schema.oldest(),
            current: schema.current,
        }),
    }
}
