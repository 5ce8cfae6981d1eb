//! Queries of one view.

use std::fmt;

use table_keys::{KeyError, PrefixOf};

use crate::capacity::Units;
use crate::offset::Offset;
use crate::view::{ConsistentView, View};

/// A question to one partition of a view. Made by the view's `query` function, which takes the whole partition key.
pub struct Query<V: View> {
    pub(crate) partition: V::Partition,
    pub(crate) sort: Result<SortCondition, KeyError>,
    pub(crate) ascending: bool,
    pub(crate) limit: Option<u32>,
    pub(crate) after: Option<Offset<V>>,
    pub(crate) consistent: bool,
    pub(crate) hide_expired: bool,
}

/// What is asked of the sort key.
#[derive(Debug, Clone)]
pub(crate) enum SortCondition {
    Any,
    BeginsWith(String),
    AtLeast(String),
    AtMost(String),
    Between(String, String),
}

impl<V: View> Query<V> {
    /// All of a partition, in ascending order. The derive's `query` functions call this.
    #[must_use]
    pub fn new(partition: V::Partition) -> Self {
        Self {
            partition,
            sort: Ok(SortCondition::Any),
            ascending: true,
            limit: None,
            after: None,
            consistent: false,
            hide_expired: true,
        }
    }

    /// Only items whose sort key begins with these whole components.
    #[must_use]
    pub fn begins_with(mut self, prefix: &impl PrefixOf<V::Sort>) -> Self {
        self.sort = table_keys::sort_key_prefix(prefix).map(SortCondition::BeginsWith);
        self
    }

    /// Only items from this sort key on.
    #[must_use]
    pub fn at_least(mut self, low: &V::Sort) -> Self {
        self.sort = table_keys::sort_key(low).map(SortCondition::AtLeast);
        self
    }

    /// Only items up to this sort key.
    #[must_use]
    pub fn at_most(mut self, high: &V::Sort) -> Self {
        self.sort = table_keys::sort_key(high).map(SortCondition::AtMost);
        self
    }

    /// Only items from one sort key to another, both included.
    #[must_use]
    pub fn between(mut self, low: &V::Sort, high: &V::Sort) -> Self {
        self.sort = table_keys::sort_key(low)
            .and_then(|low| Ok(SortCondition::Between(low, table_keys::sort_key(high)?)));
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

    /// At most so many items.
    #[must_use]
    pub fn limit(mut self, items: u32) -> Self {
        self.limit = Some(items);
        self
    }

    /// Goes on after a place of the same view.
    #[must_use]
    pub fn after(mut self, offset: Option<Offset<V>>) -> Self {
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

impl<V: View> fmt::Debug for Query<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("partition", &V::partition(&self.partition))
            .field("sort", &self.sort)
            .field("ascending", &self.ascending)
            .field("limit", &self.limit)
            .field("after", &self.after)
            .finish_non_exhaustive()
    }
}

/// A part of what a query finds.
#[derive(Debug)]
pub struct Page<V: View> {
    /// The items, in the order asked for.
    pub items: Vec<V::Entity>,
    /// Where to go on; none at the end of the partition.
    pub next: Option<Offset<V>>,
    /// What the page consumed.
    pub units: Units,
}
