//! The attributes of an item that the library writes itself, beside the fields of the entity.

use crate::entity::Entity;
use crate::model::Model;
use crate::table::Table;

/// Returns the attributes that the library writes into items of `E`, whatever their fields are: the keys of the table, of its joined
/// indexes and of the raw ones that `E` is in, the type attribute and the schema version.
pub(super) fn own_names<E: Entity>() -> impl Iterator<Item = &'static str> {
    let key = E::Table::KEY.iter().map(|key| key.name).filter(|name| !is_field(E::MODEL, name));
    let version = E::MODEL.schema.map(|schema| schema.attribute);
    E::Table::TYPE.into_iter().chain(version).chain(key).chain(own_index_keys::<E>())
}

/// Returns the key attributes of indexes that the library writes into items of `E`, or that an earlier declaration of `E` has left
/// there.
///
/// The keys of native indexes are fields. The keys of raw indexes may be fields, too, of another entity or another program: the
/// library writes them only into items of the entities that have other values there.
pub(crate) fn own_index_keys<E: Entity>() -> impl Iterator<Item = &'static str> {
    let indexes = E::Table::INDEXES.iter().filter(|index| !index.is_native());
    let keys = indexes.flat_map(|index| index.partition_key.iter().chain(index.sort_key));
    keys.map(|key| key.name).filter(|name| {
        let is_written = has_key(E::MODEL, name) && !is_field(E::MODEL, name);
        is_written || !E::Table::MODELS.iter().any(|model| is_field(model, name))
    })
}

/// Returns true if a raw key of the entity is stored in this attribute.
fn has_key(model: &Model, name: &str) -> bool {
    model.stored_keys.iter().any(|key| key.attribute.name == name)
}

/// Returns true if a raw key of the entity has exactly the value of the field with this name.
fn is_field(model: &Model, name: &str) -> bool {
    model.stored_keys.iter().any(|key| key.attribute.name == name && key.is_the_field())
}
