//! Queries of one view.

use std::fmt;

use table_keys::{BoundOf, EncodeTuple, KeyError, PrefixOf, TextComponent};

use super::reach::{OnePartition, Reach};
use super::sort_condition::SortCondition;
use crate::entity::Entity;
use crate::error::Error;
use crate::expression::{BuildFilter, Condition};
use crate::view::{ConsistentView, JoinedView, View};

/// A question to one partition of a view. Made by the view's `query` function, which takes the whole partition key.
///
/// The conditions on the sort key take its components from the left. `&("OPEN",)` opens the key `("OPEN", date)`; as the end
/// of a range it stands for every key that it opens. DynamoDB takes one such condition, so a query with a second one fails with
/// [`Error::SecondSortCondition`]; a range with two ends is [`between`](Self::between).
///
/// The query of a view with [write shards](crate::view::ShardedView) reaches all of them: it is a
/// [`ShardedQuery`](crate::query::ShardedQuery), with the same conditions.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and the type is opaque")]
pub struct Query<V: View, R: Reach<V> = OnePartition> {
    pub(crate) partition: Result<R::Partition, KeyError>,
    pub(crate) sort: Result<SortCondition, Error>,
    /// True once the caller has given a condition on the sort key.
    is_sorted: bool,
    pub(crate) filter: Option<BuildFilter>,
    pub(crate) ascending: bool,
    pub(crate) limit: Option<u32>,
    pub(crate) after: Option<R::Offset>,
    pub(crate) consistent: bool,
    pub(crate) hide_expired: bool,
}

impl<V: View, R: Reach<V>> Query<V, R> {
    /// All of a partition, in ascending order. The derive's `query` functions call this.
    #[doc(hidden)]
    #[must_use]
    pub fn new(partition: R::Partition, sort: SortCondition) -> Self {
        Self::of(Ok(partition), sort)
    }

    pub(crate) fn of(partition: Result<R::Partition, KeyError>, sort: SortCondition) -> Self {
        Self {
            partition,
            sort: Ok(sort),
            is_sorted: false,
            filter: None,
            ascending: true,
            limit: None,
            after: None,
            consistent: false,
            hide_expired: true,
        }
    }

    /// Only the items with this sort key: one in the table, any number in an index.
    #[must_use]
    pub fn equals<S>(self, sort: &S) -> Self
    where
        V: JoinedView,
        S: EncodeTuple<Tuple = V::Sort>,
    {
        self.sorted(SortCondition::equals::<V>(sort))
    }

    /// Only items whose sort key begins with these whole components.
    #[must_use]
    pub fn begins_with(self, prefix: &impl PrefixOf<V::Sort>) -> Self
    where
        V: JoinedView,
    {
        self.sorted(SortCondition::begins_with::<V>(prefix))
    }

    /// Only items whose sort key begins with these whole components, and whose next one, a text, begins with `start`.
    #[must_use]
    pub fn begins_with_text<P>(self, prefix: &P, start: &str) -> Self
    where
        V: JoinedView,
        P: PrefixOf<V::Sort, Next: TextComponent>,
    {
        self.sorted(SortCondition::begins_with_text::<V>(prefix, start))
    }

    /// Only items from this sort key on: `>=`.
    #[must_use]
    pub fn at_least(self, low: &impl BoundOf<V::Sort>) -> Self
    where
        V: JoinedView,
    {
        self.sorted(SortCondition::at_least::<V, _>(low))
    }

    /// Only items after this sort key: `>`.
    #[must_use]
    pub fn greater_than(self, low: &impl BoundOf<V::Sort>) -> Self
    where
        V: JoinedView,
    {
        self.sorted(SortCondition::greater_than::<V, _>(low))
    }

    /// Only items up to this sort key: `<=`.
    #[must_use]
    pub fn at_most(self, high: &impl BoundOf<V::Sort>) -> Self
    where
        V: JoinedView,
    {
        self.sorted(SortCondition::at_most::<V, _>(high))
    }

    /// Only items before this sort key: `<`.
    #[must_use]
    pub fn less_than(self, high: &impl BoundOf<V::Sort>) -> Self
    where
        V: JoinedView,
    {
        self.sorted(SortCondition::less_than::<V, _>(high))
    }

    /// Only items from one sort key to another, both included. DynamoDB refuses a range that ends before it begins.
    #[must_use]
    pub fn between(self, low: &impl BoundOf<V::Sort>, high: &impl BoundOf<V::Sort>) -> Self
    where
        V: JoinedView,
    {
        self.sorted(SortCondition::between::<V, _, _>(low, high))
    }

    pub(crate) fn sorted(mut self, sort: Result<SortCondition, impl Into<Error>>) -> Self {
        let sort = sort.map_err(Into::into);
        self.sort = if self.is_sorted { self.sort.and(Err(Error::SecondSortCondition)) } else { sort };
        self.is_sorted = true;
        self
    }

    /// Of the items found, only those that meet this condition (`FilterExpression`) and every one given before. DynamoDB
    /// reads, and charges, the others all the same; a page goes on reading until it is full or has read a lot.
    #[must_use]
    pub fn filter(mut self, condition: Condition<V::Item>) -> Self
    where
        V::Item: Entity,
    {
        self.filter = Some(condition.into_filter(self.filter.take()));
        self
    }

    /// The least sort key first. That is how a query begins.
    #[must_use]
    pub fn ascending(mut self) -> Self {
        self.ascending = true;
        self
    }

    /// The greatest sort key first.
    #[must_use]
    pub fn descending(mut self) -> Self {
        self.ascending = false;
        self
    }

    /// At most so many items a page, and at least one: a query with `limit(0)` fails with [`Error::ZeroLimit`].
    #[must_use]
    pub fn limit(mut self, items: u32) -> Self {
        self.limit = Some(items);
        self
    }

    /// Goes on after a place of the same view.
    #[must_use]
    pub fn after(mut self, offset: Option<R::Offset>) -> Self {
        self.after = offset;
        self
    }

    /// Reads what every earlier write left, at twice the price.
    #[must_use]
    pub fn consistent(mut self) -> Self
    where
        V: ConsistentView,
    {
        self.consistent = true;
        self
    }

    /// Finds also what has expired and waits for DynamoDB to remove it.
    #[must_use]
    pub fn including_expired(mut self) -> Self {
        self.hide_expired = false;
        self
    }
}

impl<V: View, R: Reach<V>> fmt::Debug for Query<V, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let partition = self.partition.as_ref().map(|partition| V::partition(&R::first(partition)));
        f.debug_struct("Query")
            .field("partition", &partition)
            .field("sort", &self.sort)
            .field("ascending", &self.ascending)
            .field("limit", &self.limit)
            .field("after", &self.after)
            .finish_non_exhaustive()
    }
}
