//! Item collections: entities that share partitions of the table or of an index.

use table_keys::EntityName;

use crate::const_str::{Message, equal};
use crate::model::{Component, IndexKey, Model};

/// Checks that two entities of one collection have as many components in their partition keys: else no partition could hold
/// items of both.
#[track_caller]
pub(super) const fn check_both(one: &Model, other: &Model) {
    if let (Some(collection), Some(others)) = (one.collection, other.collection)
        && equal(collection.as_str(), others.as_str())
    {
        check_partitions(collection, (one, one.partition), (other, other.partition));
    }
    let mut at = 0;
    while at < one.indexes.len() {
        let key = &one.indexes[at];
        if let (Some(prefix), Some(found)) = (key.prefix, key_of(other, key)) {
            check_partitions(prefix, (one, key.partition), (other, found.partition));
        }
        at += 1;
    }
}

/// Returns the key of `model` in the same index and under the same name.
const fn key_of<'a>(model: &'a Model, key: &IndexKey) -> Option<&'a IndexKey> {
    let mut at = 0;
    while at < model.indexes.len() {
        let found = &model.indexes[at];
        if let (Some(prefix), Some(wanted)) = (found.prefix, key.prefix)
            && equal(prefix.as_str(), wanted.as_str())
            && equal(found.index, key.index)
        {
            return Some(found);
        }
        at += 1;
    }
    None
}

#[track_caller]
const fn check_partitions(
    collection: EntityName,
    (one, components): (&Model, &[Component]),
    (other, others): (&Model, &[Component]),
) {
    if components.len() != others.len() {
        let differ = Message::of(&[
            "`",
            one.type_name,
            "` and `",
            other.type_name,
            "` are in the collection \"",
            collection.as_str(),
            "\", but their partition keys have different numbers of components, so no partition could hold both: give \
             `partition(...)` the same components",
        ]);
        panic!("{}", differ.text());
    }
}
