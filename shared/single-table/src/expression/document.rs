//! The types of values that a path can lead into.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use super::set::Set;

/// A struct within an entity, which is stored as a map. The fields of such a struct can be compared and changed on their own.
///
/// The derive makes a constant for each field, as [`Entity`](derive@crate::Entity) does. [`Field::at`](super::Field::at)
/// follows a field of the entity into the document:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::expression::Document;
/// use single_table::{Condition, Entity, Update, table};
///
/// table! {
///     /// Books.
///     pub struct BookTable { key: (pk, sk), entities: [Book] }
/// }
///
/// /// A book.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = BookTable, name = "Book", partition(isbn), sort())]
/// pub struct Book {
///     isbn: String,
///     publication: Publication,
/// }
///
/// /// The place and time of publication.
/// #[derive(Serialize, Deserialize, Document)]
/// #[serde(rename_all = "camelCase")]
/// pub struct Publication {
///     city: String,
///     print_runs: u32,
/// }
///
/// let print_runs = Book::PUBLICATION.at(Publication::PRINT_RUNS);
/// let reprint = Update::<Book>::new(BookKey { isbn: "0-330-25864-8".to_owned() })
///     .add(print_runs, 1)
///     .only_if(Condition::live() & Book::PUBLICATION.at(Publication::CITY).eq("London"));
/// ```
///
/// The constants use serde's names: `rename` and `rename_all` apply. A field with `flatten` has no constant,
/// and neither has one with an `alias`: a stored document may have it under the other name.
pub trait Document {}

/// A field type that holds the document `D`: `D` itself, or an `Option` of it.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` does not hold the document `{D}`",
    label = "the field has the type `{Self}`",
    note = "`at` takes a field of the struct that this field holds, which derives `single_table::expression::Document`",
    note = "a list is followed with `index`, and a map with `key`"
)]
pub trait Nested<D> {}
impl<D> Nested<D> for D {}
impl<D> Nested<D> for Option<D> {}

/// A type that serde stores as a list, such as `Vec`, or an `Option` of one. Implement it for a newtype of such a type.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is not stored as a list",
    note = "a `Vec` and a `VecDeque` are lists; a set has `add_to_set` and `delete_from_set`"
)]
pub trait List {
    /// The type of an element.
    type Element;
}

impl<T> List for Vec<T> {
    type Element = T;
}

impl<T> List for VecDeque<T> {
    type Element = T;
}

impl<L: List> List for Option<L> {
    type Element = L::Element;
}

/// A type that serde stores as a map with keys of one type, such as `HashMap`, or an `Option` of one. Implement it for a newtype
/// of such a type.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is not stored as a map",
    note = "a `HashMap` and a `BTreeMap` are maps; a struct that derives `Document` is followed with `at`"
)]
pub trait Map {
    /// The type of a key.
    type Key;
    /// The type of a value.
    type Value;
}

impl<K, V, H> Map for HashMap<K, V, H> {
    type Key = K;
    type Value = V;
}

impl<K, V> Map for BTreeMap<K, V> {
    type Key = K;
    type Value = V;
}

impl<M: Map> Map for Option<M> {
    type Key = M::Key;
    type Value = M::Value;
}

/// A type that [`Field::contains`](super::Field::contains) looks into: text, a list or a set, or an `Option` of one. Implement
/// it for a newtype of such a type.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` contains nothing that DynamoDB can look for",
    note = "a `String` contains text, and a list or a set contains its elements"
)]
pub trait Container {
    /// The type of a part: `String` for text, and the element of a list or set.
    type Part;
}

impl Container for String {
    type Part = Self;
}

impl<T> Container for Vec<T> {
    type Part = T;
}

impl<T> Container for VecDeque<T> {
    type Part = T;
}

impl<T, H> Container for HashSet<T, H> {
    type Part = T;
}

impl<T> Container for BTreeSet<T> {
    type Part = T;
}

impl<C: Container, S> Container for Set<C, S> {
    type Part = C::Part;
}

impl<C: Container> Container for Option<C> {
    type Part = C::Part;
}

/// A type that serde stores as a string, such as `String`, or an `Option` of one. Implement it for a newtype of such a type.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is not stored as a string",
    note = "implement `single_table::expression::Text` for a type that serde stores as a string"
)]
pub trait Text {}
impl Text for String {}
impl<T: Text> Text for Option<T> {}
