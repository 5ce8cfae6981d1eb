//! Scans of one view.

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::offset::ScanOffset;
use super::segment::Segment;
use crate::entity::Marker;
use crate::expression::{BuildFilter, FilterOf};
use crate::read::{Lenient, Projected, Projection, Whole};
use crate::store::Customize;
use crate::view::{ConsistentView, Listed, View};

/// A scan of all items of a view, in every partition and in no order. The view's `scan` function makes a scan.
///
/// Run it with [`Store::page`](crate::Store::page), [`all`](crate::Store::all), [`count`](crate::Store::count),
/// [`stream`](crate::Store::stream) or [`pages`](crate::Store::pages), or in several segments with
/// [`Store::parallel_scan`](crate::Store::parallel_scan).
///
/// DynamoDB reads, and charges for, everything that the table or index holds. A view of one entity drops the items of other
/// entities only after DynamoDB has read them. A scan is for jobs such as an export. Serve the requests of users with a
/// [`Query`](crate::Query).
///
/// `O` is the form of the result: [`Whole`] items, the fields of a [projection](Self::project), or [`Result`]s of a
/// [lenient](Self::lenient) scan.
///
/// ```no_run
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
/// # use single_table::{Error, Store};
/// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
/// let long = store.all(TrackItems::scan().filter(Track::SECONDS.gt(600))).await?;
/// # Ok(())
/// # }
/// # fn main() {}
/// ```
pub struct Scan<V: View, O = Whole> {
    pub(super) request: Asked<V>,
    output: Marker<O>,
}

/// The request of a scan, whatever the type of its result is.
pub(super) struct Asked<V: View> {
    pub(super) everything: bool,
    pub(super) filter: Option<BuildFilter>,
    pub(super) page_size: Option<u32>,
    pub(super) after: Option<ScanOffset<V>>,
    pub(super) consistent: bool,
    pub(super) hide_expired: bool,
    pub(super) segment: Option<Segment>,
    pub(super) customize: Customize<ScanFluentBuilder>,
}

impl<V: View, O> Scan<V, O> {
    /// Scans for the view's entities. The derive's `scan` functions call this.
    #[doc(hidden)]
    #[must_use]
    pub fn of_entities() -> Self {
        let request = Asked {
            everything: false,
            filter: None,
            page_size: None,
            after: None,
            consistent: false,
            hide_expired: true,
            segment: None,
            customize: Customize::default(),
        };
        Self { request, output: PhantomData }
    }

    /// Scans for items of any kind. The derive's `scan` functions call this.
    #[doc(hidden)]
    #[must_use]
    pub fn of_everything() -> Self {
        let mut scan = Self::of_entities();
        scan.request.everything = true;
        scan
    }
}

impl<V: View> Scan<V> {
    /// Reads only the fields of a [projection](Projection) (`ProjectionExpression`). DynamoDB sends less, but charges for the
    /// whole items that it reads.
    #[must_use]
    pub fn project<P: Projection<Of = V::Item>>(self) -> Scan<V, Projected<P>> {
        self.retyped()
    }
}

impl<V: View, O> Scan<V, O> {
    /// Returns the same request with another type of result.
    pub(super) fn retyped<O2>(self) -> Scan<V, O2> {
        Scan { request: self.request, output: PhantomData }
    }

    /// Keeps only the items that meet this condition (`FilterExpression`) and all earlier ones. DynamoDB reads, and charges for,
    /// the other items too.
    #[must_use]
    pub fn filter(mut self, condition: impl FilterOf<V::Item>) -> Self {
        self.request.filter = Some(condition.condition().into_filter(self.request.filter.take()));
        self
    }

    /// Sets the number of items, of any entity, that DynamoDB reads for a page (`Limit`). A page then has at most this many
    /// items, often fewer, and may be empty. Without a page size, DynamoDB reads up to 1 MB for a page.
    #[must_use]
    pub fn page_size(mut self, items: u32) -> Self {
        self.request.page_size = Some(items);
        self
    }

    /// Continues after a place in a scan of the same view. A scan with a [segment](Self::segment) takes only a place of the same
    /// segment, and fails with [`CursorError::OtherSegment`](crate::read::CursorError::OtherSegment) otherwise. A [parallel
    /// scan](crate::Store::parallel_scan) ignores the place and uses its [`ScanProgress`](crate::scan::ScanProgress) instead.
    #[must_use]
    pub fn after(mut self, offset: Option<ScanOffset<V>>) -> Self {
        self.request.after = offset;
        self
    }

    /// Scans one segment, for a worker that shares the scan with others (see "Parallel scan" in the DynamoDB developer guide).
    /// Each worker can continue after its own [`ScanOffset`]. A [parallel scan](crate::Store::parallel_scan) reads all segments
    /// and ignores this one.
    ///
    /// ```no_run
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # use single_table::Store;
    /// # fn export(_: Vec<Track>) {}
    /// # fn save(_: String) {}
    /// # async fn example(store: Store<MusicTable>) -> Result<(), Box<dyn std::error::Error>> {
    /// use single_table::scan::Segment;
    ///
    /// let segment = Segment::new(3, 8)?;
    /// let mut after = None;
    /// loop {
    ///     let page = store.page(TrackItems::scan().segment(segment).after(after)).await?;
    ///     export(page.items);
    ///     let Some(next) = page.next else { break };
    ///     save(next.to_text());
    ///     after = Some(next);
    /// }
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    #[must_use]
    pub fn segment(mut self, segment: Segment) -> Self {
        self.request.segment = Some(segment);
        self
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

    /// Returns each item as a `Result`. An item that can't be decoded becomes an [`Undecodable`](crate::read::Undecodable)
    /// instead of failing the page.
    #[must_use]
    pub fn lenient(self) -> Scan<V, Lenient<O>> {
        self.retyped()
    }

    /// Changes the SDK's builder of each request before it is sent: see [`Query::customize`](crate::Query::customize).
    #[must_use]
    pub fn customize(
        mut self,
        change: impl Fn(ScanFluentBuilder) -> ScanFluentBuilder + Send + Sync + 'static,
    ) -> Self {
        self.request.customize.push(change);
        self
    }
}

impl<V: View, O> fmt::Debug for Scan<V, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("entities", &<V::Item as Listed>::ENTITIES)
            .field("everything", &self.request.everything)
            .field("page_size", &self.request.page_size)
            .field("after", &self.request.after)
            .field("consistent", &self.request.consistent)
            .field("segment", &self.request.segment)
            .finish_non_exhaustive()
    }
}
