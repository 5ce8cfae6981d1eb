//! Item collections, in which several entities share the partitions of a table or of an index.

mod check;
mod check_raw;
mod member;
mod place;
mod start;

use super::expiry_in;
use crate::Item;
use crate::error::Error;
use crate::item::name_for_error;
use crate::table::Table;
use crate::time::EpochSeconds;

#[doc(hidden)]
pub use check::{
    PartitionedBy, check_index_member, check_index_member_types, check_member, check_member_types,
    check_shared,
};
#[doc(hidden)]
pub use check_raw::{check_raw_index_member, check_raw_member};
#[doc(hidden)]
pub use member::Indexed;
pub use member::{CollectionView, MemberOf, Members, NamedMembers};
#[doc(hidden)]
pub use place::{IndexPlace, push_index_place, read_index_place};
pub use start::StartOf;

/// Returns the error for an item that no variant of a collection can hold.
#[must_use]
pub fn not_in_collection<T: Table>(collection: &'static str, item: &Item) -> Error {
    Error::WrongType { expected: collection, found: name_for_error::<T>(item) }
}

/// Returns the time of expiry of an item of any entity.
#[must_use]
pub fn expires<T: Table>(item: &Item) -> Option<EpochSeconds> {
    expiry_in(item, T::TTL)
}
