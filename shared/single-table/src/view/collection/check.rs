//! Checks of item collections, made while the collection is compiled. The derive names the entity in each message.

use table_keys::KeyTuple;

use super::member::Indexed;
use super::start::SharedBy;
use crate::const_str::equal;
use crate::entity::{Entity, Key};
use crate::table::{Index, Table};
use crate::view::{JoinedView, View};

/// Returns true if entity `E` declares that it is in this collection of the table.
#[must_use]
pub const fn is_member<E: Entity>(collection: &str) -> bool {
    match E::COLLECTION {
        Some(found) => equal(found.as_str(), collection),
        None => false,
    }
}

/// Returns true if the partition keys of entity `E` in index `I` begin with the name of this collection.
#[must_use]
pub const fn is_index_member<E: Indexed<I>, I: Index>(collection: &str) -> bool {
    equal(<E::View as JoinedView>::PREFIX.as_str(), collection)
}

/// Returns true if the sort keys of entity `E` in index `I` don't begin with the entity's name.
#[must_use]
pub const fn is_ordered_member<E: Indexed<I>, I: Index>() -> bool {
    <E::View as JoinedView>::MEMBER.is_none()
}

/// Checks the types of an entity in a collection of table `T`, whose partition key has the components `Partition`.
pub const fn check_member_types<E, T, Partition>()
where
    E: Entity<Table = T, Key: Key<Partition = Partition>>,
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
    E: Indexed<I>,
    I: Index,
    Shared: SharedBy<E, <E::View as View>::Sort>,
{
}
