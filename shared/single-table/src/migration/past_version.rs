//! The shape of an entity in a past schema version.

use serde::de::DeserializeOwned;

use crate::entity::UpgradeError;
use crate::model::PastAttributes;

/// The fields of an entity in a past schema version. Derive this trait: see
/// [`PastVersion`](derive@crate::migration::PastVersion).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a past version of an entity",
    label = "add `#[derive(single_table::migration::PastVersion)]` to this type"
)]
pub trait PastVersion {
    /// The attributes of the fields.
    const ATTRIBUTES: PastAttributes;
}

/// Reads an item in a past schema version. Only this function asks for `Deserialize`, so a missing derive is one error.
///
/// # Errors
/// Returns serde's error if the item lacks a field, or has one of another type.
pub fn read_past<P: DeserializeOwned>(item: serde_dynamo::Item) -> Result<P, UpgradeError> {
    Ok(serde_dynamo::from_item(item)?)
}
