//! The raw keys of an entity, checked while it is compiled.

use super::Entity;
use crate::const_str::equal;
use crate::table::{Table, check_attribute};

/// Refuses raw keys that don't fit their attributes, and two keys that would give one attribute two values.
///
/// # Panics
/// Panics if there are such keys. In a constant, that is a compile error.
pub const fn check_keys_of<E: Entity>(has_sort_key: bool) {
    assert!(
        (<E::Table as Table>::KEY.len() == 2) == has_sort_key,
        "a raw `sort(...)` has a literal or a component if the table has a sort key, and is empty if it has none"
    );
    let mut at = 0;
    while at < E::KEYS.len() {
        E::KEYS[at].check_type();
        let mut next = at + 1;
        while next < E::KEYS.len() {
            E::KEYS[at].check_same(&E::KEYS[next]);
            next += 1;
        }
        at += 1;
    }
}

/// Refuses a field that has the name of a key attribute, unless the key has the value of the field.
///
/// # Panics
/// Panics if the field has such a name. In a constant, that is a compile error.
pub const fn check_attribute_of<E: Entity>(field: &str) {
    let mut at = 0;
    while at < E::KEYS.len() {
        let key = &E::KEYS[at];
        if equal(key.attribute.name, field) && key.is_the_field() {
            return;
        }
        at += 1;
    }
    check_attribute::<E::Table>(field);
}
