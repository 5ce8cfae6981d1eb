//! Checks the attributes that store an entity's joined keys.

use super::table_attributes::TableAttributes;
use crate::const_str::{Message, equal};
use crate::model::Model;
use crate::table::layout::{IndexSchema, KeyAttribute};

/// Checks that each attribute stores one joined key of the entity.
#[track_caller]
pub(super) const fn check(table: &TableAttributes, model: &Model) {
    let mut at = 0;
    while at < model.indexes.len() {
        // Raw keys may share an attribute: see `raw`.
        if model.indexes[at].prefix.is_some()
            && let Some(index) = find(table.indexes, model.indexes[at].index)
        {
            check_key(table, model, at, index, index.sort_key);
            if index.has_partition_key() {
                check_key(table, model, at, index, index.partition_key);
            }
        }
        at += 1;
    }
}

/// Checks that the table's key and the entity's earlier indexes are stored in other attributes than this key.
#[track_caller]
const fn check_key(
    table: &TableAttributes,
    model: &Model,
    at: usize,
    index: &IndexSchema,
    key: &[KeyAttribute],
) {
    if index.is_native() || key.is_empty() {
        return;
    }
    let name = key[0].name;
    if KeyAttribute::find(table.key, name).is_some() {
        refuse(model, name, "the table", index);
    }
    let mut earlier = 0;
    while earlier < at {
        if let Some(other) = find(table.indexes, model.indexes[earlier].index)
            && !other.is_native()
            // `table!` refuses two indexes of one name itself.
            && !equal(other.name, index.name)
            && other.key_attribute(name).is_some()
        {
            refuse(model, name, other.name, index);
        }
        earlier += 1;
    }
}

#[track_caller]
const fn refuse(model: &Model, attribute: &str, owner: &str, index: &IndexSchema) {
    let shared = Message::of(&[
        "the keys of `",
        model.type_name,
        "` in `",
        owner,
        "` and in `",
        index.name,
        "` are both stored in the attribute `",
        attribute,
        "`, so one would replace the other: give one index another attribute in its `table!`",
    ]);
    panic!("{}", shared.text());
}

const fn find<'a>(indexes: &'a [IndexSchema], name: &str) -> Option<&'a IndexSchema> {
    let mut at = 0;
    while at < indexes.len() {
        if equal(indexes[at].name, name) {
            return Some(&indexes[at]);
        }
        at += 1;
    }
    None
}
