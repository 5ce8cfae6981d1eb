//! The names of an entity, for the checks of its table.

use super::Entity;
use crate::table::Names;

/// Returns the names under which the items of `E` are stored.
#[must_use]
pub const fn names_of<E: Entity>() -> Names {
    let collection = match E::COLLECTION {
        Some(collection) => Some(collection.as_str()),
        None => None,
    };
    Names::new(E::NAME.as_str(), collection, E::RECORDS, E::KEY_FORMATS)
}
