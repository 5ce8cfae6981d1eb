//! Item collections: entities that share the partitions of a table or of an index.

mod check;
mod member;
mod place;
mod start;

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::TYPE;
use crate::table::Table;
use crate::time::EpochSeconds;

#[doc(hidden)]
pub use check::{
    check_index_member, check_index_member_types, check_member, check_member_types, check_shared,
};
#[doc(hidden)]
pub use member::Indexed;
pub use member::{CollectionView, MemberOf, Members, NamedMembers};
#[doc(hidden)]
pub use place::{IndexPlace, push_index_place, read_index_place};
pub use start::StartOf;

/// Returns true if an item is of entity `E`.
#[must_use]
pub fn is_a<E: Entity>(item: &Item) -> bool {
    name_of(item) == Some(E::NAME.as_str())
}

/// Returns the error for an item that no variant of a collection can hold.
#[must_use]
pub fn not_in_collection(collection: &'static str, item: &Item) -> Error {
    let found = name_of(item).unwrap_or("nothing").to_owned();
    Error::WrongType { expected: collection, found }
}

/// Returns the time of expiry of an item of any entity.
#[must_use]
pub fn expires<T: Table>(item: &Item) -> Option<EpochSeconds> {
    let seconds = item.get(T::TTL?)?.as_n().ok()?;
    seconds.parse().ok().map(EpochSeconds::new)
}

fn name_of(item: &Item) -> Option<&str> {
    item.get(TYPE).and_then(|name| name.as_s().ok()).map(String::as_str)
}
