//! The checks of a table and its entities, which run while the crate compiles.
//!
//! Each mistake ends the checks with one message that names what contradicts what, and how to fix it.

mod collections;
mod entity;
mod indexes;
mod names;
mod raw;
mod schema_version;
mod shared_attributes;
mod stored_keys;
mod table_attributes;

use super::Table;
use crate::model::Model;

pub use entity::{check_entity, ttl_attribute};
pub use table_attributes::TableAttributes;

/// Returns the names that partition keys of `T` begin with: those of entities, item collections, and records of unique
/// constraints. A raw key begins with no name. A program that filters the table's stream by key can compare its filter with them.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::table::partition_names;
/// use single_table::{Entity, table};
///
/// table! {
///     struct Music { key: (pk, sk), entities: [Album] }
/// }
///
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = Music, name = "Album", partition(album_id), sort())]
/// struct Album {
///     album_id: String,
/// }
///
/// assert!(partition_names::<Music>().eq(["Album"]));
/// ```
pub fn partition_names<T: Table>() -> impl Iterator<Item = &'static str> {
    T::MODELS.iter().flat_map(|model| {
        let records = model.records.iter().map(|record| record.name.as_str());
        let own = (!model.has_raw_key()).then(|| model.partition_name().as_str());
        own.into_iter().chain(records)
    })
}

/// Checks the indexes of a table, and the descriptions of its entities against each other.
///
/// # Panics
/// Panics while the crate compiles if DynamoDB would refuse the table, or if the keys of two entities could be mistaken for each
/// other.
#[track_caller]
pub const fn check_table<T: Table>() {
    indexes::check::<T>();
    let models = T::MODELS;
    let mut at = 0;
    while at < models.len() {
        check_with_others(models[at], models.split_at(at).0);
        at += 1;
    }
}

#[track_caller]
const fn check_with_others(model: &Model, others: &[&Model]) {
    names::check_own(model);
    let mut at = 0;
    while at < others.len() {
        let other = others[at];
        // The compiler interprets this loop for each pair of a table's entities, so it makes no call for two plain entities of
        // different names.
        if model.name_hash == other.name_hash || model.has_other_names || other.has_other_names {
            check_both(other, model);
        }
        at += 1;
    }
}

#[track_caller]
const fn check_both(one: &Model, other: &Model) {
    if one.is_refused || other.is_refused {
        return;
    }
    names::check_both(one, other);
    names::check_shared(one, other);
    collections::check_both(one, other);
    raw::check_both(one, other);
}
