//! Conditions under which a whole entity is written.

use std::collections::HashMap;

use serde_dynamo::AttributeValue;

use crate::entity::{Entity, Key as _, Versioned, version_attribute};
use crate::error::Error;
use crate::expression::{Condition, Field, Version};
use crate::item::{fields, same};
use crate::model::FieldUse;
use crate::table::Table;

/// Holds if the item in the table is live, and has the version of `entity` and the values that its unique
/// records consist of.
///
/// An item that was inserted under the key of a removed one may have the same version. The records of its
/// values would stay if a copy of the removed item were taken for it.
pub(crate) fn unchanged<E: Versioned>(entity: &E) -> Condition<E> {
    // The version or a unique value may be under an alias: the item then gets its current form first.
    let live = match Condition::no_alias() {
        Some(names) => Condition::live() & same_version(entity) & names,
        None => Condition::live() & same_version(entity),
    };
    if E::MODEL.records.is_empty() {
        return live;
    }
    match fields(entity) {
        Ok(values) => unique_values(&values).fold(live, |all, same| all & same),
        Err(error) => Condition::failed(error),
    }
}

/// An item from before the entity had a version has version 0 to readers, if serde has a default for the
/// field. It is unchanged as long as it has no version.
fn same_version<E: Versioned>(entity: &E) -> Condition<E> {
    let attribute = version_attribute::<E>();
    let same = Field::<E, u64, Version>::new(attribute).eq(entity.version());
    if entity.version() == 0 { same | !Condition::has_value(attribute) } else { same }
}

/// Returns a condition for each attribute that unique records consist of: that it has its value among
/// `values`.
fn unique_values<E: Entity>(values: &HashMap<String, AttributeValue>) -> impl Iterator<Item = Condition<E>> {
    let in_records = E::MODEL.attributes.iter().filter(|of| of.field_use == FieldUse::InUniqueRecord);
    in_records.map(|attribute| {
        let name = attribute.name;
        let stored_name = match (E::MODEL.expiry, E::Table::TTL) {
            (Some(expiry), Some(ttl)) if expiry == name => ttl,
            _ => name,
        };
        let is_absent = !Condition::has_value(stored_name);
        match values.get(name) {
            None | Some(AttributeValue::Null(_)) => is_absent,
            Some(value) => {
                let equal = Condition::equal(stored_name, value.clone().into());
                if is_default::<E>(values, name, value) { equal | is_absent } else { equal }
            }
        }
    })
}

/// Returns true if an item without this attribute has the value to readers, because serde has a default.
fn is_default<E: Entity>(
    values: &HashMap<String, AttributeValue>,
    name: &str,
    value: &AttributeValue,
) -> bool {
    let mut without = values.clone();
    without.remove(name);
    let read = E::from_value(AttributeValue::M(without)).ok();
    let default = read.and_then(|entity| fields(&entity).ok()?.remove(name));
    default.is_some_and(|default| same(&default.into(), &value.clone().into()))
}

/// Holds if no other item owns the record. An expired record has no owner.
pub(crate) fn free_for<E: Entity>(owner: &E::Key) -> Result<Condition<E>, Error> {
    let own = owner.fields()?.into_iter().map(|(name, value)| Condition::equal(name, value));
    Ok(match own.reduce(|left, right| left & right) {
        Some(own) => Condition::absent() | own,
        None => Condition::absent(),
    })
}
