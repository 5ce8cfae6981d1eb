//! Queries of item collections: filters and ranges by entity.

use super::builder::{Query, SomeSortKeys};
use super::conditions::WithoutSortCondition;
use super::reach::Reach;
use super::sort_key::{SortCondition, first_key, last_key};
use crate::error::Error;
use crate::expression::{Condition, of_members};
use crate::table::TypeAttribute;
use crate::view::{CollectionView, MemberOf, Members, NamedMembers, StartOf, View};

impl<V: View, S, R: Reach<V>, O> Query<V, S, R, O> {
    /// Returns only those items of entity `E` that meet a condition, and all items of other entities (`FilterExpression`). Call
    /// this method again for another entity or for a further condition; an item has to meet all conditions of its entity.
    ///
    /// DynamoDB reads and charges for the dropped items too. To drop the other entities as well, add [`only`](Self::only).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # fn main() {
    /// // The album, and its tracks of more than a minute.
    /// let query = Albums::query("Arrival".to_owned()).filter_member(Track::SECONDS.gt(60));
    /// # }
    /// ```
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
    ///
    /// If the names of the entities begin the sort keys, a query without a range reads only the keys from the first to the last
    /// of these entities. Otherwise DynamoDB reads, and charges for, the dropped items too.
    #[must_use]
    pub fn only<M: Members<V>>(mut self) -> Self
    where
        V: CollectionView,
        V::Table: TypeAttribute,
    {
        self.request.filter = Some(of_members::only::<V::Table>(self.request.filter.take(), M::NAMES));
        if let Some(attribute) = V::NAMED_SORT_KEY
            && self.request.sort.as_ref().is_ok_and(SortCondition::is_any)
        {
            self.request.sort = Ok(SortCondition::of_names(attribute, M::NAMES));
        }
        self
    }
}

/// These conditions exist only for collections whose items are ordered first by the name of their entity, and then by the
/// entity's own sort key.
impl<V: View, S, R: Reach<V>, O> Query<V, S, R, O> {
    /// Finds the items of entity `E` whose sort key begins with these components or follows them, and the items of every entity
    /// whose name follows. `&()` stands for all items of `E`.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # fn main() {
    /// let arrival = || Albums::query("Arrival".to_owned());
    /// let _from_track_5 = arrival().from_member::<Track>(&(5_u16,));
    /// let _album_and_tracks_to_5 = arrival().to_member::<Track>(&(5_u16,));
    /// let _tracks_3_to_5 = arrival().between_members::<Track, Track>(&(3_u16,), &(5_u16,));
    /// let _album_and_tracks = arrival().between_members::<Album, Track>(&(), &());
    /// # }
    /// ```
    #[must_use]
    pub fn from_member<E: MemberOf<V>>(self, start: &impl StartOf<E, E::Sort>) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: NamedMembers,
    {
        let low = first_key::<V, E>(start);
        self.sorted(low.map(SortCondition::from_key::<V>).map_err(Error::from))
    }

    /// Finds the items of every entity whose name precedes that of `E`, and the items of `E` whose sort key begins with these
    /// components or precedes them. `&()` stands for all items of `E`.
    #[must_use]
    pub fn to_member<E: MemberOf<V>>(self, end: &impl StartOf<E, E::Sort>) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: NamedMembers,
    {
        let high = last_key::<V, E, _>(end);
        self.sorted(high.map(SortCondition::to_key::<V>).map_err(Error::from))
    }

    /// Finds the items from the first one that [`from_member`](Self::from_member) finds to the last one that
    /// [`to_member`](Self::to_member) finds. DynamoDB refuses a range that ends before it begins.
    #[must_use]
    pub fn between_members<First, Last>(
        self,
        start: &impl StartOf<First, First::Sort>,
        end: &impl StartOf<Last, Last::Sort>,
    ) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: NamedMembers,
        First: MemberOf<V>,
        Last: MemberOf<V>,
    {
        let ends = first_key::<V, First>(start).and_then(|low| Ok((low, last_key::<V, Last, _>(end)?)));
        let condition = ends.map(|(low, high)| SortCondition::from_key_to_key::<V>(low, high));
        self.sorted(condition.map_err(Error::from))
    }
}
