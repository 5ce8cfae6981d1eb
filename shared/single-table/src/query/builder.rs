//! Queries of one view.

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use table_keys::KeyError;

use super::order::Order;
use super::reach::{OnePartition, Reach};
use super::sort_key::SortCondition;
use crate::cursor::CursorError;
use crate::entity::Marker;
use crate::error::Error;
use crate::expression::{BuildFilter, FilterOf};
use crate::read::{Lenient, Projected, Projection, Whole};
use crate::store::Customize;
use crate::view::{ConsistentView, View};

/// The state of a query without a condition on the sort key.
#[derive(Debug, Clone, Copy)]
pub struct AnySortKey;

/// The state of a query with a condition on the sort key.
#[derive(Debug, Clone, Copy)]
pub struct SomeSortKeys;

/// A query of one partition of a view. The view's `query` function makes a query from the components of the whole partition key.
///
/// Run it with [`Store::page`](crate::Store::page), [`all`](crate::Store::all), [`count`](crate::Store::count),
/// [`stream`](crate::Store::stream) or [`pages`](crate::Store::pages).
///
/// # The condition on the sort key
///
/// The conditions [`equals`](Self::equals), [`begins_with`](Self::begins_with),
/// [`begins_with_text`](Self::begins_with_text) and [`range`](Self::range) name the components of the sort key from the left.
/// They are the same for joined and for native keys. Where the sort key is joined, [`at_least`](Self::at_least),
/// [`greater_than`](Self::greater_than), [`at_most`](Self::at_most), [`less_than`](Self::less_than) and
/// [`between`](Self::between) compare whole tuples of components.
///
/// DynamoDB takes one condition on the sort key. The type of a query says whether it already has a condition (`S` is
/// [`AnySortKey`] or [`SomeSortKeys`]), and a second one does not compile.
///
/// # The result
///
/// `O` is the form of the result: [`Whole`] items, the fields of a [projection](Self::project), or [`Result`]s of a
/// [lenient](Self::lenient) query. `R` is [`OnePartition`], or [`AllShards`](crate::query::AllShards) for a view with [write
/// shards](crate::view::ShardedView): see [`ShardedQuery`](crate::query::ShardedQuery).
pub struct Query<V: View, S = AnySortKey, R: Reach<V> = OnePartition, O = Whole> {
    pub(super) request: Asked<V, R>,
    state: Marker<(S, O)>,
}

/// The request of a query, whatever the types of its state and of its result are.
pub(super) struct Asked<V: View, R: Reach<V>> {
    pub(super) partition: Result<R::Partition, KeyError>,
    pub(super) sort: Result<SortCondition, Error>,
    pub(super) filter: Option<BuildFilter>,
    pub(super) ascending: bool,
    pub(super) limit: Option<u32>,
    pub(super) after: Option<R::Offset>,
    pub(super) consistent: bool,
    pub(super) hide_expired: bool,
    pub(super) customize: Customize<QueryFluentBuilder>,
}

impl<V: View, R: Reach<V>, O> Query<V, AnySortKey, R, O> {
    /// Queries a whole partition in ascending order. The derive's `query` functions call this.
    #[doc(hidden)]
    #[must_use]
    pub fn new(partition: R::Partition, sort: SortCondition) -> Self {
        Self::of(Ok(partition), sort)
    }

    pub(crate) fn of(partition: Result<R::Partition, KeyError>, sort: SortCondition) -> Self {
        let request = Asked {
            partition,
            sort: Ok(sort),
            filter: None,
            ascending: true,
            limit: None,
            after: None,
            consistent: false,
            hide_expired: true,
            customize: Customize::default(),
        };
        Self { request, state: PhantomData }
    }
}

impl<V: View, S, R: Reach<V>, O> Query<V, S, R, O> {
    pub(super) fn sorted(mut self, sort: Result<SortCondition, Error>) -> Query<V, SomeSortKeys, R, O> {
        self.request.sort = sort;
        self.retyped()
    }

    /// Returns the same request with another type of state and result.
    pub(super) fn retyped<S2, O2>(self) -> Query<V, S2, R, O2> {
        Query { request: self.request, state: PhantomData }
    }

    /// Keeps only the items that meet this condition (`FilterExpression`) and all earlier ones. DynamoDB reads, and charges for,
    /// the other items too. A page takes up to 8 requests to find enough items.
    #[must_use]
    pub fn filter(mut self, condition: impl FilterOf<V::Item>) -> Self {
        self.request.filter = Some(condition.condition().into_filter(self.request.filter.take()));
        self
    }

    /// Lists the item with the smallest sort key first. This is the default.
    #[must_use]
    pub fn ascending(self) -> Self {
        self.order(Order::Ascending)
    }

    /// Lists the item with the greatest sort key first.
    #[must_use]
    pub fn descending(self) -> Self {
        self.order(Order::Descending)
    }

    /// Lists the items in this order (`ScanIndexForward`).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # use single_table::Query;
    /// use single_table::query::Order;
    ///
    /// fn tracks(album: &str, last_first: bool) -> Query<TrackItems> {
    ///     let order = if last_first { Order::Descending } else { Order::Ascending };
    ///     TrackItems::query(album.to_owned()).order(order)
    /// }
    /// # fn main() {}
    /// ```
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.request.ascending = order == Order::Ascending;
        self
    }

    /// Sets the largest number of items in a page, at least 1: a query with `limit(0)` fails with [`Error::ZeroLimit`].
    #[must_use]
    pub fn limit(mut self, items: u32) -> Self {
        self.request.limit = Some(items);
        self
    }

    /// Continues after a place in the list of the same view.
    #[must_use]
    pub fn after(mut self, offset: Option<R::Offset>) -> Self {
        self.request.after = offset;
        self
    }

    /// Continues after a place that [`Page::cursor`](crate::Page::cursor) returned, or begins without one.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// use single_table::{Error, Store};
    ///
    /// /// Returns 20 tracks for a client, and the cursor with which the client asks for more.
    /// async fn tracks(
    ///     store: &Store<MusicTable>,
    ///     album: String,
    ///     cursor: Option<&str>,
    /// ) -> Result<(Vec<Track>, Option<String>), Error> {
    ///     let page = store.page(TrackItems::query(album).limit(20).after_text(cursor)?).await?;
    ///     let next = page.cursor()?;
    ///     Ok((page.items, next))
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// [`CursorError`] for every text that is not a place in this view.
    pub fn after_text(self, cursor: Option<&str>) -> Result<Self, CursorError> {
        Ok(self.after(cursor.map(R::from_text).transpose()?))
    }

    /// Reads the results of all earlier writes (`ConsistentRead`), for twice as many read units.
    #[must_use]
    pub fn consistent(mut self) -> Self
    where
        V: ConsistentView,
    {
        self.request.consistent = true;
        self
    }

    /// Finds expired items too, as long as DynamoDB has not removed them.
    #[must_use]
    pub fn including_expired(mut self) -> Self {
        self.request.hide_expired = false;
        self
    }

    /// Changes the SDK's builder of each request before it is sent, for a parameter that this library does not know, such as a
    /// configuration for this call alone. The closure is called once for each request of the query. Don't override parameters
    /// that the library needs, such as the key condition: the result would be wrong.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # fn main() {
    /// use aws_sdk_dynamodb::types::ReturnConsumedCapacity::Indexes;
    ///
    /// let query = TrackItems::query("a".to_owned()).customize(|request| request.return_consumed_capacity(Indexes));
    /// # }
    /// ```
    #[must_use]
    pub fn customize(
        mut self,
        change: impl Fn(QueryFluentBuilder) -> QueryFluentBuilder + Send + Sync + 'static,
    ) -> Self {
        self.request.customize.push(change);
        self
    }
}

impl<V: View, S, R: Reach<V>> Query<V, S, R> {
    /// Reads only the fields of a [projection](Projection) (`ProjectionExpression`). DynamoDB sends less, but charges for the
    /// whole items that it reads.
    #[must_use]
    pub fn project<P: Projection<Of = V::Item>>(self) -> Query<V, S, R, Projected<P>> {
        self.retyped()
    }
}

impl<V: View, S, R: Reach<V>, O> Query<V, S, R, O> {
    /// Returns each item as a `Result`. An item that can't be decoded becomes an [`Undecodable`](crate::read::Undecodable)
    /// instead of failing the page.
    #[must_use]
    pub fn lenient(self) -> Query<V, S, R, Lenient<O>> {
        self.retyped()
    }
}

impl<V: View, S, R: Reach<V>, O> fmt::Debug for Query<V, S, R, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asked { partition, sort, ascending, limit, after, .. } = &self.request;
        let partition = partition.as_ref().map(|partition| V::partition(&R::first(partition)));
        f.debug_struct("Query")
            .field("partition", &partition)
            .field("sort", sort)
            .field("ascending", ascending)
            .field("limit", limit)
            .field("after", after)
            .finish_non_exhaustive()
    }
}
