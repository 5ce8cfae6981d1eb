//! Item collections: entities that share partitions of the table or of an index.

use table_keys::EntityName;

use crate::const_str::{Message, equal};
use crate::model::{Component, IndexKey, Model};

/// Checks that two entities of one collection have the same number of components in their partition keys. Otherwise a partition
/// could not contain items of both.
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
            check_outside(key, (one, key.is_in_collection), (other, found.is_in_collection));
            check_partitions(prefix, (one, key.partition), (other, found.partition));
            check_order(prefix, (one, key), (other, found));
        }
        at += 1;
    }
}

/// Checks that an entity with a prefix of its own in an index doesn't have the name of another entity's collection there: it has no
/// name in the sort key by which the items of that collection differ.
#[track_caller]
const fn check_outside(key: &IndexKey, (one, is_member): (&Model, bool), (other, is_other): (&Model, bool)) {
    if is_member != is_other {
        let (member, alone) = if is_member { (one, other) } else { (other, one) };
        let same = Message::of(&[
            "the entity `",
            alone.type_name,
            "` and the collection of `",
            member.type_name,
            "` in the index `",
            key.index,
            "` have the same name, so a query of one could read the items of the other: rename one of them, or add the entity to the \
             collection",
        ]);
        panic!("{}", same.text());
    }
}

/// Checks that the names of both entities begin their sort keys in an index, or neither name does. Otherwise a key of one entity
/// could be read as a key of the other.
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
