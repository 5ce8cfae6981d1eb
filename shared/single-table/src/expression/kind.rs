//! Kinds of fields. A field's kind depends on the keys and records made from it, and decides which changes an update may make.

use super::set::Set;

/// A field that is part of no key and no record: an update may set it.
#[derive(Debug, Clone, Copy)]
pub struct Plain;

/// An element of a list, or an entry of a map, in a [`Plain`] field: an update may set and remove it.
#[derive(Debug, Clone, Copy)]
pub struct Entry;

/// A field that is part of a key: an update must not set it without that key.
#[derive(Debug, Clone, Copy)]
pub struct Keyed;

/// A field that is part of the record of a unique constraint: an update must not set it without that record.
#[derive(Debug, Clone, Copy)]
pub struct Unique;

/// The field that counts the versions of a [`Versioned`](crate::Versioned) entity: an update must not set it by hand.
#[derive(Debug, Clone, Copy)]
pub struct Version;

/// A field that serde doesn't write, because a raw key holds its value. A projection can read it; conditions
/// and updates can't name it.
#[derive(Debug, Clone, Copy)]
pub struct KeyOnly;

/// A kind of field: [`Plain`], [`Entry`], [`Keyed`], [`Unique`], [`Version`] or [`KeyOnly`].
pub trait Kind: sealed::Sealed {
    /// The kind of the value at the end of a path of kind `L` within a field of this kind.
    type Within<L: Kind>: Kind;
    /// True for a field whose attribute is that of the raw key.
    #[doc(hidden)]
    const IS_KEY_ONLY: bool = false;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! kinds {
    ($($kind:ident within $within:ident),* $(,)?) => {
        $(impl sealed::Sealed for $kind {}

        impl Kind for $kind {
            type Within<L: Kind> = $within;
        })*
    };
}
// A part of a field in a key is bound to that key in the same way as the whole field.
kinds!(Plain within L, Entry within L, Keyed within Keyed, Unique within Unique, Version within Version);

impl sealed::Sealed for KeyOnly {}

impl Kind for KeyOnly {
    type Within<L: Kind> = Self;
    const IS_KEY_ONLY: bool = true;
}

/// A kind of field that has an attribute, which a condition can name: every kind but [`KeyOnly`].
#[diagnostic::on_unimplemented(
    message = "a condition can't name a `{Self}` field, because the items have its value only in a raw key",
    note = "find the items by that key, or let serde write the field: remove its `skip_serializing`"
)]
pub trait Comparable: Kind {}
impl Comparable for Plain {}
impl Comparable for Entry {}
impl Comparable for Keyed {}
impl Comparable for Unique {}
impl Comparable for Version {}

/// A kind of field that an update may change by itself: [`Plain`] and [`Entry`].
#[diagnostic::on_unimplemented(
    message = "an update can't change a `{Self}` field by itself",
    label = "this field is not `Plain`",
    note = "a key is made of a `Keyed` field: set both with `rekey`, or write the whole entity",
    note = "a unique constraint is made of a `Unique` field: use `replace`, which swaps the constraint's record too",
    note = "a `Version` field is counted by `replace` and `Update::locked`"
)]
pub trait Settable: Kind {}
impl Settable for Plain {}
impl Settable for Entry {}

/// A kind of field that an update may remove if the field has the type `T`.
#[diagnostic::on_unimplemented(
    message = "an update can't remove a `{Self}` field of type `{T}`",
    label = "an item without this field could not be decoded",
    note = "an `Option` can be removed, and so can a set, an element of a list and an entry of a map",
    note = "a field that a key or a unique constraint is made of can't be removed by itself"
)]
pub trait Removable<T>: Settable {}
impl<T> Removable<T> for Entry {}
impl<T> Removable<Option<T>> for Plain {}
// DynamoDB stores no empty sets, so a field of this type is absent while the set is empty.
impl<C, S> Removable<Set<C, S>> for Plain {}
