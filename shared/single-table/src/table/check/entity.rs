//! Checks an entity against the attributes of its table.

use super::table_attributes::TableAttributes;
use super::{names, raw, schema_version, stored_keys};
use crate::const_str::{Message, equal, is};
use crate::model::{Attribute, Component, Model, StoredAs};
use crate::table::Table;
use crate::table::layout::{IndexSchema, KeyAttribute, Scalar};

/// Checks that the fields of an entity and the attributes that the library writes for its table have different names, and that
/// no field has another type than a key attribute of a native index, which DynamoDB would refuse.
///
/// # Panics
/// Panics while the crate compiles if they don't.
#[track_caller]
pub const fn check_entity<T: Table>(model: &Model) {
    names::check_listed(model, T::MODELS);
    if model.expiry.is_some() {
        let _ = ttl_attribute(T::TTL);
    }
    let table = &T::ATTRIBUTES;
    let mut at = 0;
    while at < model.attributes.len() {
        let attribute = &model.attributes[at];
        // The compiler interprets this loop for each field, so it makes no call for most of them.
        if table.names.may_contain(attribute.name) || !attribute.aliases.is_empty() {
            check_attribute(table, model, attribute);
        }
        at += 1;
    }
    check_records(table, model);
    schema_version::check(table, model);
    if table.are_shared {
        stored_keys::check(table, model);
    }
    raw::check_own(table, model);
}

#[track_caller]
const fn check_attribute(table: &TableAttributes, model: &Model, attribute: &Attribute) {
    if table.names.may_contain(attribute.name) && !is_expiry(model, attribute) {
        check_name(table, model, "field", attribute.name);
        check_type(model, attribute, table.indexes);
    }
    let mut at = 0;
    while at < attribute.aliases.len() {
        if table.names.may_contain(attribute.aliases[at]) {
            check_name(table, model, "field", attribute.aliases[at]);
        }
        at += 1;
    }
}

/// Checks the computed components of records. They are attributes of the records, beside the keys that the library writes. Those
/// that are fields of the entity are checked with its other fields.
#[track_caller]
const fn check_records(table: &TableAttributes, model: &Model) {
    let mut at = 0;
    while at < model.records.len() {
        check_components(table, model, model.records[at].partition);
        check_components(table, model, model.records[at].sort);
        at += 1;
    }
}

#[track_caller]
const fn check_components(table: &TableAttributes, model: &Model, components: &[Component]) {
    let mut at = 0;
    while at < components.len() {
        let Component { name, attribute, .. } = components[at];
        if attribute.is_none() && table.names.may_contain(name) {
            check_name(table, model, "component", name);
        }
        at += 1;
    }
}

/// Returns the table's TTL attribute, for an entity that expires.
///
/// # Panics
/// Panics while the crate compiles if the table has none.
#[doc(hidden)]
#[must_use]
#[track_caller]
pub const fn ttl_attribute(ttl: Option<&'static str>) -> &'static str {
    match ttl {
        Some(ttl) => ttl,
        None => panic!(
            "an entity with `ttl(...)` needs a table with a TTL attribute: add `ttl: ...` to its `table!`"
        ),
    }
}

/// Returns true if the field holds the time of expiry. Such a field is stored as the TTL attribute, so its own name is not an
/// attribute.
const fn is_expiry(model: &Model, attribute: &Attribute) -> bool {
    match model.expiry {
        Some(expiry) => equal(expiry, attribute.name),
        None => false,
    }
}

/// Refuses the name of an attribute that the library writes itself. The attributes of native indexes are fields. `what` has the name:
/// a field, or a component of a record.
#[track_caller]
const fn check_name(table: &TableAttributes, model: &Model, what: &'static str, name: &'static str) {
    if raw::is_field(model, name) {
        return;
    }
    let is_key = KeyAttribute::find(table.key, name).is_some() || is_joined_key(name, table.indexes);
    let is_ttl = is(table.ttl, name);
    let owner = if is_key {
        "a key attribute"
    } else if is(table.type_attribute, name) {
        "the type attribute"
    } else if is_ttl {
        "the TTL attribute"
    } else {
        return;
    };
    let remedy = if !equal(what, "field") {
        "rename the component"
    } else if is_ttl {
        "name the field in `ttl(...)`, or rename it"
    } else {
        "rename the field"
    };
    let taken = Message::of(&[
        "the ",
        what,
        " `",
        name,
        "` of `",
        model.type_name,
        "` has the name of ",
        owner,
        " of its table, so one value would replace the other: ",
        remedy,
    ]);
    panic!("{}", taken.text());
}

const fn is_joined_key(name: &str, indexes: &[IndexSchema]) -> bool {
    let mut at = 0;
    while at < indexes.len() {
        if !indexes[at].is_native() && indexes[at].key_attribute(name).is_some() {
            return true;
        }
        at += 1;
    }
    false
}

/// Checks the type of an attribute that is a key of a native index. DynamoDB refuses an item with another type there, also if the
/// entity has no view of the index.
#[track_caller]
const fn check_type(model: &Model, attribute: &Attribute, indexes: &'static [IndexSchema]) {
    let mut at = 0;
    while at < indexes.len() {
        let index = &indexes[at];
        // Names of joined keys are refused before, and raw keys have checks of their own.
        if index.is_native()
            && let Some(key) = index.key_attribute(attribute.name)
            && !fits(attribute.stored_as, key.scalar)
        {
            let other = Message::of(&[
                "the field `",
                attribute.name,
                "` of `",
                model.type_name,
                "` is not stored with the type ",
                key.scalar.name(),
                " that it has in the key of the index `",
                index.name,
                "`, so DynamoDB would refuse the item: change the field's type, rename it, or correct the `table!`",
            ]);
            panic!("{}", other.text());
        }
        at += 1;
    }
}

const fn fits(stored: StoredAs, scalar: Scalar) -> bool {
    match stored {
        StoredAs::TextScalar => scalar.is(Scalar::S),
        StoredAs::NumberScalar => scalar.is(Scalar::N),
        StoredAs::NoScalar => false,
        StoredAs::Unknown => true,
    }
}
