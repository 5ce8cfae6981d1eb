//! Checks raw keys against their attributes, against each other, and against the keys of other entities.

use super::table_attributes::TableAttributes;
use crate::const_str::equal;
use crate::model::{Model, check_disjoint};

/// Checks that the raw keys of an entity fit their attributes, and that no attribute has two values.
#[track_caller]
pub(super) const fn check_own(table: &TableAttributes, model: &Model) {
    if model.has_raw_key() {
        let has_sort_key = !model.key_formats[0].sort.is_empty();
        assert!(
            (table.key.len() == 2) == has_sort_key,
            "a raw `sort(...)` has a literal or a component if the table has a sort key, and is empty if it has none"
        );
    }
    let mut at = 0;
    while at < model.stored_keys.len() {
        model.stored_keys[at].check_type();
        let mut next = at + 1;
        while next < model.stored_keys.len() {
            model.stored_keys[at].check_same(&model.stored_keys[next]);
            next += 1;
        }
        at += 1;
    }
}

/// Checks that no item of one entity could have the primary key of an item of the other, if one of the keys is raw.
#[track_caller]
pub(super) const fn check_both(one: &Model, other: &Model) {
    let mut own = 0;
    while own < one.key_formats.len() {
        let mut others = 0;
        while others < other.key_formats.len() {
            if one.key_formats[own].is_raw || other.key_formats[others].is_raw {
                check_disjoint(&one.key_formats[own], &other.key_formats[others]);
            }
            others += 1;
        }
        own += 1;
    }
}

/// Returns true if a raw key of the entity has exactly the value of the field with this name.
pub(super) const fn is_field(model: &Model, name: &str) -> bool {
    let mut at = 0;
    while at < model.stored_keys.len() {
        let key = &model.stored_keys[at];
        if equal(key.attribute.name, name) && key.is_the_field() {
            return true;
        }
        at += 1;
    }
    false
}
