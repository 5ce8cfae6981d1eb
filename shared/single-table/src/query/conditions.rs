//! The conditions of a query on the sort key.

use table_keys::{BoundOf, EncodeComponent, EncodeTuple, KeyError, PrefixOf, TextComponent};

use super::builder::{AnySortKey, Query, SomeSortKeys};
use super::reach::Reach;
use super::sort_key::{Bound, Range, SortKey, SortKeyKind, SortValue, SortValues, range, tuple_range};
use crate::view::{JoinedView, View};

/// A state of a query that takes a condition on the sort key: [`AnySortKey`].
#[diagnostic::on_unimplemented(
    message = "this query already has a condition on its sort key",
    label = "a second condition on the sort key",
    note = "DynamoDB takes one condition on the sort key: `between` has two ends, and so has `Range::Between`",
    note = "`filter` takes conditions on the other fields"
)]
pub trait WithoutSortCondition {}
impl WithoutSortCondition for AnySortKey {}

impl<V: View, S, R: Reach<V>, O> Query<V, S, R, O> {
    /// Finds the items with exactly this sort key: at most one item in the table, any number in an index.
    #[must_use]
    pub fn equals<T, Kind>(self, sort: &T) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: SortKey<Kind>,
        T: EncodeTuple<Tuple = V::Sort> + SortValues<Kind>,
        Kind: SortKeyKind,
    {
        let condition = sort.sort_values().and_then(V::equal_to);
        self.sorted(condition)
    }

    /// Finds the items whose sort key begins with these whole components. `&()` finds all items.
    #[must_use]
    pub fn begins_with<P, Kind>(self, prefix: &P) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: SortKey<Kind>,
        P: PrefixOf<V::Sort> + SortValues<Kind>,
        Kind: SortKeyKind,
    {
        let condition = prefix.sort_values().and_then(V::beginning_with);
        self.sorted(condition)
    }

    /// Finds the items whose sort key begins with these whole components, and whose next component, a text, begins with `start`.
    #[must_use]
    pub fn begins_with_text<P, Kind>(self, prefix: &P, start: &str) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: SortKey<Kind>,
        P: PrefixOf<V::Sort, Next: TextComponent> + SortValues<Kind>,
        Kind: SortKeyKind,
    {
        let condition = prefix.sort_values().and_then(|prefix| V::beginning_with_text(prefix, start));
        self.sorted(condition)
    }

    /// Finds the items whose sort key begins with these whole components, and whose next component lies in a range. With `&()`,
    /// the range applies to the first component.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, table};
    /// use single_table::query::Range;
    /// # table! {
    /// #     /// Music.
    /// #     pub struct MusicTable { key: (pk, sk), entities: [Play] }
    /// # }
    /// # /// A play.
    /// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
    /// # #[entity(table = MusicTable, name = "Play", partition(listener), sort(album, track, day))]
    /// # pub struct Play { listener: String, album: String, track: u16, day: String }
    /// // The plays of the tracks 3 to 5 of one album, on any day.
    /// let query = PlayItems::query("ann".to_owned()).range(&("album-1",), &Range::Between(3_u16, 5));
    /// ```
    #[must_use]
    pub fn range<P, T, Kind>(self, prefix: &P, next: &Range<T>) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: SortKey<Kind>,
        P: PrefixOf<V::Sort> + SortValues<Kind>,
        T: EncodeComponent<Component = P::Next> + SortValue<Kind>,
        Kind: SortKeyKind,
    {
        self.sorted(range::<V, Kind, T>(prefix, next))
    }
}

/// The order of whole tuples is that of the stored texts, so these conditions exist only for joined sort keys.
///
/// A bound may be the first components of a tuple. Such a bound stands for every sort key that begins with these components.
impl<V: View, S, R: Reach<V>, O> Query<V, S, R, O> {
    /// Finds the items from this sort key on: `>=`.
    #[must_use]
    pub fn at_least(self, low: &impl BoundOf<V::Sort>) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: JoinedView,
    {
        self.in_tuple_range(Bound::of::<V, _>(low).map(Range::AtLeast))
    }

    /// Finds the items after this sort key: `>`.
    #[must_use]
    pub fn greater_than(self, low: &impl BoundOf<V::Sort>) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: JoinedView,
    {
        self.in_tuple_range(Bound::of::<V, _>(low).map(Range::GreaterThan))
    }

    /// Finds the items up to this sort key: `<=`.
    #[must_use]
    pub fn at_most(self, high: &impl BoundOf<V::Sort>) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: JoinedView,
    {
        self.in_tuple_range(Bound::of::<V, _>(high).map(Range::AtMost))
    }

    /// Finds the items before this sort key: `<`.
    #[must_use]
    pub fn less_than(self, high: &impl BoundOf<V::Sort>) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: JoinedView,
    {
        self.in_tuple_range(Bound::of::<V, _>(high).map(Range::LessThan))
    }

    /// Finds the items from one sort key to another, including both. DynamoDB refuses a range that ends before it begins.
    #[must_use]
    pub fn between(
        self,
        low: &impl BoundOf<V::Sort>,
        high: &impl BoundOf<V::Sort>,
    ) -> Query<V, SomeSortKeys, R, O>
    where
        S: WithoutSortCondition,
        V: JoinedView,
    {
        let ends = Bound::of::<V, _>(low).and_then(|low| Ok(Range::Between(low, Bound::of::<V, _>(high)?)));
        self.in_tuple_range(ends)
    }

    fn in_tuple_range(self, range: Result<Range<Bound>, KeyError>) -> Query<V, SomeSortKeys, R, O>
    where
        V: JoinedView,
    {
        let condition = range.map_err(Into::into).and_then(tuple_range::<V>);
        self.sorted(condition)
    }
}
