//! The members of an item collection: its entities.

use table_keys::KeyTuple;

use crate::entity::Entity;
use crate::table::Index;
use crate::view::View;

/// The enum of an item collection, which is also the view that lists the collection. The derive
/// [`Collection`](macro@crate::Collection) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an item collection",
    note = "the view of a single entity has `filter` and conditions on its own sort key"
)]
pub trait CollectionView: View<Item = Self> {
    /// The attribute of the sort key, if the sort keys begin with the names of the members.
    const NAMED_SORT_KEY: Option<&'static str>;
}

/// An item collection whose sort keys begin with the names of its members, so that the items of each member are together.
#[diagnostic::on_unimplemented(
    message = "the items of `{Self}` are not ordered by their entities' names",
    note = "a collection with `sort(...)` is ordered by its shared components: use `at_least`, `at_most` or `between`"
)]
pub trait NamedMembers: CollectionView {
    /// The attribute of the sort key.
    const SORT_KEY: &'static str;
}

/// An entity of the item collection `C`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity of the collection `{C}`",
    note = "add a variant with this entity to the enum, or name an entity of another variant"
)]
pub trait MemberOf<C>: Entity {
    /// The components of the entity's sort key in the collection.
    type Sort: KeyTuple;
}

/// Entities of the item collection `C`: one entity, or a tuple of up to eight.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name entities of the collection `{C}`",
    note = "name one entity of the enum, or a tuple of them"
)]
pub trait Members<C> {
    /// The names of the entities.
    const NAMES: &'static [&'static str];
}

/// An entity with a view of index `I`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no key in the index `{I}`",
    label = "this entity is not in the index of the collection",
    note = "add `#[index(on = ..., view = ..., ...)]` with the collection's index to the entity"
)]
pub trait Indexed<I: Index>: Entity {
    /// The entity's view of the index.
    type View: View<Item = Self>;
}

macro_rules! members {
    ($($member:ident),+) => {
        impl<Collection, $($member: MemberOf<Collection>),+> Members<Collection> for ($($member,)+) {
            const NAMES: &'static [&'static str] = &[$($member::NAME.as_str()),+];
        }
    };
}

members!(A);
members!(A, B);
members!(A, B, C);
members!(A, B, C, D);
members!(A, B, C, D, E);
members!(A, B, C, D, E, F);
members!(A, B, C, D, E, F, G);
members!(A, B, C, D, E, F, G, H);
