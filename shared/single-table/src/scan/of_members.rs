//! Scans of item collections: filters by entity.

use super::Scan;
use crate::expression::{Condition, of_members};
use crate::table::TypeAttribute;
use crate::view::{CollectionView, MemberOf, Members, View};

impl<V: View, O> Scan<V, O> {
    /// Returns only those items of entity `E` that meet a condition, and all items of other entities (`FilterExpression`). Call
    /// this method again for another entity or for a further condition; an item has to meet all conditions of its entity.
    /// DynamoDB reads and charges for the dropped items too.
    #[must_use]
    pub fn filter_member<E: MemberOf<V>>(mut self, condition: Condition<E>) -> Self
    where
        V: CollectionView,
        V::Table: TypeAttribute,
    {
        self.request.filter =
            Some(of_members::where_member::<V::Table, _>(self.request.filter.take(), condition));
        self
    }

    /// Returns only items of these entities: of one, as in `only::<Track>()`, or of several, as in `only::<(Album, Track)>()`.
    /// DynamoDB reads and charges for the dropped items too.
    #[must_use]
    pub fn only<M: Members<V>>(mut self) -> Self
    where
        V: CollectionView,
        V::Table: TypeAttribute,
    {
        self.request.filter = Some(of_members::only::<V::Table>(self.request.filter.take(), M::NAMES));
        self
    }
}
