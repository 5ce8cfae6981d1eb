//! Queries and scans, read page after page.

use futures::future::{BoxFuture, FutureExt as _};
use futures::stream::{self, BoxStream, StreamExt as _, TryStreamExt as _};

use crate::error::Error;
use crate::store::Store;
use crate::table::Database;

/// A request for a list of items: a [`Query`](crate::Query) or a [`Scan`](crate::Scan).
pub trait Listing<D: Database>: Sized + Send {
    /// An item of the list.
    type Item: Send + 'static;
    /// A page of the list: [`Page`](crate::Page) or [`ScanPage`](crate::scan::ScanPage).
    type Page;

    #[doc(hidden)]
    fn page(self, store: &Store<D>) -> impl Future<Output = Result<Self::Page, Error>> + Send;

    #[doc(hidden)]
    fn count(self, store: &Store<D>) -> impl Future<Output = Result<u64, Error>> + Send;

    #[doc(hidden)]
    fn reader(self, store: Store<D>) -> Result<impl Reader<Item = Self::Item> + 'static, Error>;
}

/// Reads a list from its beginning to its end.
#[doc(hidden)]
pub trait Reader: Send {
    /// An item of the list.
    type Item: Send;

    /// Reads some items, at least one. Returns `None` at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<Vec<Self::Item>>, Error>> + Send;
}

/// The next request of a reader.
pub(crate) enum Next<K> {
    /// The next request begins after this key, or at the beginning without a key.
    From(Option<K>),
    /// The list is finished.
    AtEnd,
}

/// Counts the items that a reader reads.
pub(crate) async fn count_items(mut reader: impl Reader) -> Result<u64, Error> {
    let mut count = 0;
    while let Some(items) = reader.next().await? {
        count += items.len() as u64;
    }
    Ok(count)
}

// The type of an `async fn` repeats the bounds of the function, so the compiler would report a store of another table three
// times. The type of a boxed future does not.
impl<D: Database> Store<D> {
    /// Reads a page of a query or of a scan.
    ///
    /// A page of a query takes one `Query` request. The page takes up to 8 requests if the found items have expired or are
    /// filtered out, or if DynamoDB stopped at its 1 MB. So a page is full if enough items follow. The shards of a
    /// [`ShardedQuery`](crate::query::ShardedQuery) are read at the same time and merged. A page of a scan takes one `Scan`
    /// request.
    ///
    /// # Errors
    /// The error of a key that can't be built, of an item that can't be decoded, or of a request that DynamoDB refuses.
    pub fn page<'a, L: Listing<D> + 'a>(&'a self, listing: L) -> BoxFuture<'a, Result<L::Page, Error>> {
        listing.page(self).boxed()
    }

    /// Reads all items of a query or of a scan into memory, with as many requests as needed.
    ///
    /// # Errors
    /// The errors of [`page`](Self::page).
    pub fn all<'a, L: Listing<D> + 'a>(&'a self, listing: L) -> BoxFuture<'a, Result<Vec<L::Item>, Error>> {
        async move {
            let mut reader = listing.reader(self.clone())?;
            let mut all = Vec::new();
            while let Some(items) = reader.next().await? {
                all.extend(items);
            }
            Ok(all)
        }
        .boxed()
    }

    /// Counts the items of a query or of a scan (`Select` is `COUNT`), with as many requests as needed. DynamoDB reads the items,
    /// and charges for them, as if it returned them.
    ///
    /// Expired items are not counted, unless the listing [includes](crate::Query::including_expired) them. In two cases DynamoDB
    /// would count other items than a page contains, so the library reads the keys and counts them itself: after the place of a
    /// sharded query, and below a whole sort key in an item collection.
    ///
    /// ```no_run
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # use single_table::{Error, Store};
    /// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
    /// let tracks: u64 = store.count(TrackItems::query("album-1".to_owned())).await?;
    /// let long = store.count(TrackItems::scan().filter(Track::SECONDS.gt(600))).await?;
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// The error of a key that can't be built, or of a request that DynamoDB refuses.
    pub async fn count<L: Listing<D>>(&self, listing: L) -> Result<u64, Error> {
        listing.count(self).await
    }

    /// Returns the items of a query or of a scan as a [`Stream`](futures::Stream). The stream ends after its first error.
    ///
    /// The stream reads the next page once all items of the current one are taken, so it never holds more than one page. A stream
    /// is `Send` and owns its data, so it can be moved into a task.
    ///
    /// # Cancel safety
    /// No item is lost if a call of `next` is dropped before it is ready, as in a `tokio::select!`. The pending request stays in
    /// the stream, and the next call waits for it. Dropping the stream drops the request.
    ///
    /// ```no_run
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # use single_table::{Error, Store};
    /// use futures::TryStreamExt as _;
    ///
    /// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
    /// let mut tracks = store.stream(TrackItems::query("album-1".to_owned()));
    /// while let Some(track) = tracks.try_next().await? {
    ///     println!("{} takes {} seconds", track.number, track.seconds);
    /// }
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    pub fn stream<L: Listing<D>>(&self, listing: L) -> BoxStream<'static, Result<L::Item, Error>> {
        self.pages(listing).map_ok(|items| stream::iter(items.into_iter().map(Ok))).try_flatten().boxed()
    }

    /// Returns the items of a query or of a scan as a [`Stream`](futures::Stream) of pages. Use it to process many items together,
    /// such as those of one batch. The stream ends after its first error.
    ///
    /// Each page contains the items of one request, at least one; an answer without items is skipped. The stream sends the next
    /// request when the next page is asked for. [`limit`](crate::Query::limit) or [`page_size`](crate::Scan::page_size) sets the
    /// number of items that a request reads; without it, a request reads up to 1 MB. The pages of a
    /// [`ShardedQuery`](crate::query::ShardedQuery) contain the merged items of all shards.
    ///
    /// A stream is `Send` and owns its data, and a call of `next` can be dropped like that of [`stream`](Self::stream). To
    /// continue later at the place where a page ends, use [`page`](Self::page), which returns the place.
    ///
    /// ```no_run
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # use single_table::{Error, Store};
    /// # fn index(_: &[Track]) {}
    /// use futures::TryStreamExt as _;
    ///
    /// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
    /// let mut pages = store.pages(TrackItems::query("album-1".to_owned()).limit(100));
    /// while let Some(tracks) = pages.try_next().await? {
    ///     index(&tracks);
    /// }
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    pub fn pages<L: Listing<D>>(&self, listing: L) -> BoxStream<'static, Result<Vec<L::Item>, Error>> {
        match listing.reader(self.clone()) {
            Ok(reader) => pages_of(reader).boxed(),
            Err(error) => stream::iter([Err(error)]).boxed(),
        }
    }
}

fn pages_of<R: Reader + 'static>(
    reader: R,
) -> impl stream::Stream<Item = Result<Vec<R::Item>, Error>> + Send {
    stream::try_unfold(reader, async |mut reader| {
        let items = reader.next().await?;
        Ok(items.map(|items| (items, reader)))
    })
}
