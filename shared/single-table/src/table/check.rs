//! What a table must be, checked while it is compiled.

use super::Table;
use super::layout::{IndexKind, KeyAttribute, Scalar};
use super::names::Names;
use super::naming::{check_attribute_name, check_index_name, check_key_names};
use crate::const_str::{equal, is};

/// The names that partition keys of `T` begin with: those of entities, item collections, and records of unique
/// constraints. Who filters the table's stream by key can hold the filter against them.
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
    T::NAMES.iter().flat_map(Names::partitions)
}

/// What [`table!`](crate::table!) checks of a table.
///
/// # Panics
/// When it has too many indexes or attributes in one, or names that clash: while it is compiled.
pub const fn check_table<T: Table>() {
    check_names::<T>();
    let (mut local, mut global, mut at) = (0, 0, 0);
    while at < T::INDEXES.len() {
        let index = &T::INDEXES[at];
        match index.kind {
            IndexKind::Local => local += 1,
            IndexKind::Global | IndexKind::Native => global += 1,
        }
        assert!(
            index.partition_key.len() <= 4 && index.sort_key.len() <= 4,
            "a native index has at most 4 attributes in its partition key and 4 in its sort key"
        );
        at += 1;
    }
    assert!(local <= 5, "a DynamoDB table has at most 5 local secondary indexes");
    assert!(global <= 20, "a DynamoDB table has at most 20 global secondary indexes");
    let mut one = 0;
    while one < T::NAMES.len() {
        let mut other = one + 1;
        while other < T::NAMES.len() {
            assert!(
                !T::NAMES[one].clash(&T::NAMES[other]),
                "two entities, records or collections of this table have the same name, so that their keys could be mistaken for each other: rename one"
            );
            T::NAMES[one].check_raw_keys(&T::NAMES[other]);
            other += 1;
        }
        assert!(
            !T::NAMES[one].clashes_with_itself(),
            "a unique constraint has the name of its own entity, of its collection, or of another constraint"
        );
        one += 1;
    }
}

/// Refuses names that DynamoDB refuses, and a type attribute that is part of a key that the library writes.
const fn check_names<T: Table>() {
    check_key_names(T::KEY);
    let mut at = 0;
    while at < T::INDEXES.len() {
        let index = &T::INDEXES[at];
        check_index_name(index.name);
        check_key_names(index.partition_key);
        check_key_names(index.sort_key);
        at += 1;
    }
    if let Some(ttl) = T::TTL {
        check_attribute_name(ttl);
    }
    if let Some(name) = T::TYPE {
        check_attribute_name(name);
        assert!(
            !(has(T::KEY, name) || is_key_of_joined_index::<T>(name)),
            "the type attribute of this table is one of its key attributes: name another attribute in `type_attribute`"
        );
    }
}

/// The attribute of the sort key of a table whose keys the library joins.
///
/// # Panics
/// Panics if the table has another key. In a constant, that is a compile error.
#[doc(hidden)]
#[must_use]
pub const fn joined_sort_key(key: &[KeyAttribute]) -> &'static str {
    match key {
        [KeyAttribute { scalar: Scalar::S, .. }, KeyAttribute { scalar: Scalar::S, name }] => name,
        _ => panic!(
            "this table has no sort key, or a key attribute that is not a text: add `raw` to the `#[entity(...)]` of each of \
             its entities"
        ),
    }
}

/// Refuses a field that has the name of its table's type attribute, or of a key attribute. The attributes of native indexes are
/// fields.
///
/// # Panics
/// Panics if the field has such a name. In a constant, that is a compile error.
pub const fn check_attribute<T: Table>(field: &str) {
    assert!(
        !is(T::TYPE, field),
        "this field has the name of its table's type attribute, which holds the entity's name: rename the field"
    );
    assert!(
        !(has(T::KEY, field) || is_key_of_joined_index::<T>(field)),
        "this field has the name of a key attribute of its table, whose value would take its place: rename the field"
    );
    assert!(
        !is(T::TTL, field),
        "this field has the name of its table's TTL attribute: name it in `ttl(...)`, or rename it"
    );
}

const fn is_key_of_joined_index<T: Table>(field: &str) -> bool {
    let mut at = 0;
    while at < T::INDEXES.len() {
        let index = &T::INDEXES[at];
        if !index.is_native() && (has(index.partition_key, field) || has(index.sort_key, field)) {
            return true;
        }
        at += 1;
    }
    false
}

const fn has(attributes: &[KeyAttribute], name: &str) -> bool {
    let mut at = 0;
    while at < attributes.len() {
        if equal(attributes[at].name, name) {
            return true;
        }
        at += 1;
    }
    false
}

/// The table's TTL attribute, for an entity that expires; a table without one refuses it at compile time.
#[doc(hidden)]
#[must_use]
pub const fn ttl_attribute(ttl: Option<&'static str>) -> &'static str {
    match ttl {
        Some(ttl) => ttl,
        None => panic!(
            "an entity with `ttl(...)` needs a table with a TTL attribute: add `ttl: ...` to its `table!`"
        ),
    }
}
