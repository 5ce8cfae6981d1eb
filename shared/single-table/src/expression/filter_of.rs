//! The conditions that a list takes as its filter.

use super::condition::Condition;
use crate::entity::Entity;

/// A condition that can filter a list of items of the type `I`: a [`Condition`] on that entity.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` can't be the `filter` of a list of `{I}`",
    label = "a condition on items of another type",
    note = "`&`, `|` and `!` join conditions, in place of `&&` and `||`",
    note = "an item collection has `filter_member`, which takes a condition on one of its entities",
    note = "a list of one entity takes conditions on the fields of that entity"
)]
pub trait FilterOf<I> {
    /// The entity.
    type Entity: Entity;

    /// Returns the condition.
    fn condition(self) -> Condition<Self::Entity>;
}

impl<E: Entity> FilterOf<E> for Condition<E> {
    type Entity = E;

    fn condition(self) -> Self {
        self
    }
}
