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
        if let Some(prefix) = key.prefix
            && let Some(found) = other.key_in(key.index, prefix.as_str())
        {
            check_partitions(prefix, (one, key.partition), (other, found.partition));
            check_order(prefix, (one, key), (other, found));
        }
        at += 1;
    }
}

/// Checks that the names of both entities begin their sort keys in an index, or neither name does: else a key of one could be read
/// as a key of the other.
#[track_caller]
const fn check_order(
    collection: EntityName,
    (one, key): (&Model, &IndexKey),
    (other, found): (&Model, &IndexKey),
) {
    if key.is_ordered != found.is_ordered {
        let (ordered, named) = if key.is_ordered { (one, other) } else { (other, one) };
        let differ = Message::of(&[
            "`",
            ordered.type_name,
            "` is `ordered` in the collection \"",
            collection.as_str(),
            "\" of the index `",
            key.index,
            "`, but `",
            named.type_name,
            "` is not: add `ordered` to the `#[index(...)]` of both, or remove it",
        ]);
        panic!("{}", differ.text());
    }
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
