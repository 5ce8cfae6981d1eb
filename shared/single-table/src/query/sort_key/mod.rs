//! Conditions on the sort key, which are the same for joined and for native keys.

mod condition;
mod joined;
mod members;
mod native;
mod range;
mod raw;

use std::marker::PhantomData;

use table_keys::{EncodeComponent, EncodeTuple, KeyTuple};

use crate::error::Error;
use crate::view::View;

pub use condition::SortCondition;
pub(super) use joined::{Bound, tuple_range};
pub(super) use members::{first_key, last_key};
pub use range::Range;

/// A kind of sort key: [`Joined`], [`Native`] or raw.
pub trait SortKeyKind {
    /// A component in the form that a condition needs.
    #[doc(hidden)]
    type Value;
    /// The first components of a sort key in the form that a condition needs.
    #[doc(hidden)]
    type Values;
}

/// The kind of a sort key that is one text, joined from its components.
#[derive(Debug, Clone, Copy)]
pub struct Joined;

/// The kind of a sort key that is made of the items' own attributes, one for each component.
#[derive(Debug, Clone, Copy)]
pub struct Native;

/// The kind of a raw sort key: literals and the components' own texts in an attribute of type `Scalar`.
#[derive(Debug, Clone, Copy)]
pub struct Raw<Scalar>(PhantomData<Scalar>);

/// A component that can be compared with those of a sort key: every
/// [`EncodeComponent`](crate::keys::EncodeComponent). For a native key it must implement `serde::Serialize` too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be compared with a component of this sort key",
    note = "a component implements `EncodeComponent`; on a native index it implements `serde::Serialize` too"
)]
pub trait SortValue<Kind: SortKeyKind>: EncodeComponent {
    #[doc(hidden)]
    fn sort_value(&self) -> Result<Kind::Value, Error>;
}

/// Components that can be compared with those of a sort key: every tuple of components. For a native key they must implement
/// `serde::Serialize` too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be compared with the components of this sort key",
    note = "give a tuple of components; on a native index each of them implements `serde::Serialize` too"
)]
pub trait SortValues<Kind: SortKeyKind>: EncodeTuple {
    #[doc(hidden)]
    fn sort_values(&self) -> Result<Kind::Values, Error>;
}

/// A view whose sort key has components to compare with. Every view implements it except the view of an item collection.
///
/// The compiler infers `Kind` from the view, so callers never name it.
#[diagnostic::on_unimplemented(
    message = "the sort key of `{Self}` has no components to compare with",
    note = "a collection without `sort(...)` has `from_member`, `to_member` and `between_members`, or query one of \
            its entities"
)]
pub trait SortKey<Kind: SortKeyKind>: View {
    /// The components of the sort key.
    type Sort: KeyTuple;
    #[doc(hidden)]
    fn equal_to(key: Kind::Values) -> Result<SortCondition, Error>;
    #[doc(hidden)]
    fn beginning_with(prefix: Kind::Values) -> Result<SortCondition, Error>;
    #[doc(hidden)]
    fn beginning_with_text(prefix: Kind::Values, start: &str) -> Result<SortCondition, Error>;
    #[doc(hidden)]
    fn in_range(prefix: Kind::Values, next: Range<Kind::Value>) -> Result<SortCondition, Error>;
}

/// Returns the condition that the sort key begins with `prefix`, and that its next component lies in `next`.
pub(super) fn range<V, Kind, T>(
    prefix: &impl SortValues<Kind>,
    next: &Range<T>,
) -> Result<SortCondition, Error>
where
    V: SortKey<Kind>,
    Kind: SortKeyKind,
    T: SortValue<Kind>,
{
    V::in_range(prefix.sort_values()?, next.try_map(T::sort_value)?)
}
