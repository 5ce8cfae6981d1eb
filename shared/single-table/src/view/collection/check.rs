//! Checks of item collections, made while the crate compiles.

use table_keys::KeyTuple;

use super::member::Indexed;
use super::start::SharedBy;
use crate::const_str::{Message, equal};
use crate::entity::{Entity, Key, RefusedKey};
use crate::model::{IndexKey, Model};
use crate::table::{Index, Table};
use crate::view::{JoinedView, View};

/// Checks that an entity declares this collection in the table.
///
/// # Panics
/// Panics while the crate compiles if the entity doesn't declare the collection.
#[track_caller]
pub const fn check_member(model: &Model, collection: &str) {
    let is_member = match model.collection {
        Some(found) => equal(found.as_str(), collection),
        None => false,
    };
    if !is_member && !model.is_refused {
        refuse_outsider(model, collection, "its `#[entity(...)]`");
    }
}

/// Checks that an entity declares this collection in index `I`. Also checks that the sort keys there begin with the entity's
/// name, unless the collection is ordered by shared components.
///
/// # Panics
/// Panics while the crate compiles if a check fails.
#[track_caller]
pub const fn check_index_member<I: Index>(model: &Model, collection: &str, is_ordered: bool) {
    match model.key_in(I::SCHEMA.name, collection) {
        _ if model.is_refused => {}
        None => refuse_outsider(
            model,
            collection,
            "the `#[index(...)]` of this index, or for a local index to its `#[entity(...)]`",
        ),
        Some(key) if key.is_ordered != is_ordered && all_have_order_of::<I>(key, collection) => {
            refuse_order(model, collection, is_ordered);
        }
        Some(_) => {}
    }
}

/// Returns true if all entities of a collection have the same order. If they don't, [`table!`](crate::table!) refuses them.
const fn all_have_order_of<I: Index>(key: &IndexKey, collection: &str) -> bool {
    let (models, mut at) = (<I::Table as Table>::MODELS, 0);
    while at < models.len() {
        if let Some(other) = models[at].key_in(I::SCHEMA.name, collection)
            && other.is_ordered != key.is_ordered
        {
            return false;
        }
        at += 1;
    }
    true
}

#[track_caller]
const fn refuse_outsider(model: &Model, collection: &str, attribute: &str) {
    let outside = Message::of(&[
        "`",
        model.type_name,
        "` is a variant of the collection \"",
        collection,
        "\" but is not in it: add `collection = \"",
        collection,
        "\"` to ",
        attribute,
    ]);
    panic!("{}", outside.text());
}

#[track_caller]
const fn refuse_order(model: &Model, collection: &str, is_ordered: bool) {
    let differs = if is_ordered {
        "\" has `sort(...)`, but the entity's name begins its sort keys there: add `ordered` to its `#[index(...)]`"
    } else {
        "\" has no `sort(...)`, but the entity is `ordered` there: add `sort(...)` to the collection, or remove `ordered`"
    };
    let other = Message::of(&[
        "`",
        model.type_name,
        "` is a variant of a collection with another order: \"",
        collection,
        differs,
    ]);
    panic!("{}", other.text());
}

/// The key of an entity whose partition key in the table has the components `Partition`.
#[diagnostic::on_unimplemented(
    message = "the partition key in `{Self}` does not have the components `{Partition}` of its collection",
    label = "this entity has another partition key",
    note = "declare the same types in the same order, in `partition(...)` of the entity and of the collection"
)]
pub trait PartitionedBy<Partition>: Key {}

impl<E: Entity, P, S, Partition> PartitionedBy<Partition> for RefusedKey<E, P, S> where Self: Key {}

/// Checks the types of an entity in a collection of table `T`, whose partition key has the components `Partition`.
pub const fn check_member_types<E, T, Partition>()
where
    E: Entity<Table = T, Key: PartitionedBy<Partition>>,
    T: Table,
    Partition: KeyTuple,
{
}

/// Checks the types of an entity in a collection of index `I`, whose partition key has the components `Partition`.
pub const fn check_index_member_types<E, I, Partition>()
where
    E: Indexed<I, View: View<Partition = Partition>, Table = <I as Index>::Table>,
    I: Index,
    Partition: KeyTuple,
{
}

/// Checks that the sort key of entity `E` in index `I` begins with the components `Shared`.
pub const fn check_shared<E, I, Shared>()
where
    E: Indexed<I, View: JoinedView>,
    I: Index,
    Shared: SharedBy<E, <E::View as JoinedView>::Sort>,
{
}
