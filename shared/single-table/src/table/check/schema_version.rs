//! Checks the attribute of an entity's schema version against the other attributes of its items.

use super::table_attributes::TableAttributes;
use crate::const_str::{Message, contains, equal, is};
use crate::model::Model;
use crate::table::layout::KeyAttribute;

/// Checks that no other attribute of the items has the name of the attribute that holds their schema version.
///
/// # Panics
/// Panics while the crate compiles if another attribute has the name.
#[track_caller]
pub(super) const fn check(table: &TableAttributes, model: &Model) {
    let Some(schema) = model.schema else { return };
    let name = schema.attribute;
    let rival = if is_field(model, name) {
        "a field"
    } else if is_key_attribute(table, name) {
        "a key attribute of its table"
    } else if is(table.type_attribute, name) {
        "the type attribute of its table"
    } else if is(table.ttl, name) {
        "the TTL attribute of its table"
    } else {
        return;
    };
    let taken = Message::of(&[
        "the schema version of `",
        model.type_name,
        "` is stored as `",
        name,
        "`, which is also ",
        rival,
        ", so one value would replace the other: give `attribute` in `#[schema(...)]` another name",
    ]);
    panic!("{}", taken.text());
}

const fn is_field(model: &Model, name: &str) -> bool {
    let mut at = 0;
    while at < model.attributes.len() {
        let attribute = &model.attributes[at];
        if equal(attribute.name, name) || contains(attribute.aliases, name) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_key_attribute(table: &TableAttributes, name: &str) -> bool {
    let mut at = 0;
    while at < table.indexes.len() {
        if table.indexes[at].key_attribute(name).is_some() {
            return true;
        }
        at += 1;
    }
    KeyAttribute::find(table.key, name).is_some()
}
