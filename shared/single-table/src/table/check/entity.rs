//! An entity against the attributes of its own table.

use super::{raw, stored_keys};
use crate::const_str::{Message, equal, is};
use crate::model::{Attribute, Model, StoredAs};
use crate::table::Table;
use crate::table::layout::{IndexSchema, KeyAttribute, Scalar};

/// Checks that the fields of an entity and the attributes that the library writes for its table have different names, and that
/// no field has another type than a key attribute of a native index, which DynamoDB would refuse.
///
/// # Panics
/// Panics while the crate compiles if they don't.
#[track_caller]
pub const fn check_entity<T: Table>(model: &Model) {
    if model.expiry.is_some() {
        let _ = ttl_attribute(T::TTL);
    }
    let mut at = 0;
    while at < model.attributes.len() {
        let attribute = &model.attributes[at];
        if !is_expiry(model, attribute) {
            check_name::<T>(model, attribute.name);
            check_type(model, attribute, T::INDEXES);
        }
        let mut alias = 0;
        while alias < attribute.aliases.len() {
            check_name::<T>(model, attribute.aliases[alias]);
            alias += 1;
        }
        at += 1;
    }
    stored_keys::check::<T>(model);
    raw::check_own::<T>(model);
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

/// Returns true if the field holds the time of expiry. It is stored as the TTL attribute, so its own name is not an attribute.
const fn is_expiry(model: &Model, attribute: &Attribute) -> bool {
    match model.expiry {
        Some(expiry) => equal(expiry, attribute.name),
        None => false,
    }
}

/// Refuses the name of an attribute that the library writes itself. The attributes of native indexes are fields.
#[track_caller]
const fn check_name<T: Table>(model: &Model, name: &'static str) {
    if raw::is_field(model, name) {
        return;
    }
    let is_key = find(T::KEY, name).is_some() || is_joined_key(name, T::INDEXES);
    let is_ttl = is(T::TTL, name);
    let (owner, remedy) = if is_key {
        ("a key attribute", "rename the field")
    } else if is(T::TYPE, name) {
        ("the type attribute", "rename the field")
    } else if is_ttl {
        ("the TTL attribute", "name the field in `ttl(...)`, or rename it")
    } else {
        return;
    };
    let taken = Message::of(&[
        "the field `",
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
        let index = &indexes[at];
        if !index.is_native()
            && (find(index.partition_key, name).is_some() || find(index.sort_key, name).is_some())
        {
            return true;
        }
        at += 1;
    }
    false
}

const fn find<'a>(attributes: &'a [KeyAttribute], name: &str) -> Option<&'a KeyAttribute> {
    let mut at = 0;
    while at < attributes.len() {
        if equal(attributes[at].name, name) {
            return Some(&attributes[at]);
        }
        at += 1;
    }
    None
}

/// Checks the type of an attribute that is a key of a native index. DynamoDB refuses an item with another type there, also if the
/// entity has no view of the index.
#[track_caller]
const fn check_type(model: &Model, attribute: &Attribute, indexes: &'static [IndexSchema]) {
    let mut at = 0;
    while at < indexes.len() {
        let index = &indexes[at];
        let found = match find(index.partition_key, attribute.name) {
            Some(key) => Some(key),
            None => find(index.sort_key, attribute.name),
        };
        if let Some(key) = found
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
        StoredAs::Text => scalar.is(Scalar::S),
        StoredAs::Number => scalar.is(Scalar::N),
        StoredAs::NoScalar => false,
        StoredAs::Unknown => true,
    }
}
