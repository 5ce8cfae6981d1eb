//! Queries and scans, read page after page.

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

    /// Reads some items, at least one; returns none at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<Vec<Self::Item>>, Error>> + Send;
}

/// Counts the items that a reader reads.
pub(crate) async fn count_items(mut reader: impl Reader) -> Result<u64, Error> {
    let mut count = 0;
    while let Some(items) = reader.next().await? {
        count += items.len() as u64;
    }
    Ok(count)
}

impl<D: Database> Store<D> {
    /// Reads a page of a query or of a scan.
    ///
    /// A page of a query takes one `Query` request. It takes more, up to 8, only while the items found have expired or are
    /// filtered out, or DynamoDB stopped at its 1 MB. So a page is full where enough items follow. The shards of a
    /// [`ShardedQuery`](crate::query::ShardedQuery) are read at the same time and merged. A page of a scan takes one `Scan`
    /// request.
    ///
    /// # Errors
    /// Fails where a key can't be made or an item can't be decoded, or where DynamoDB refuses a request.
    pub async fn page<L: Listing<D>>(&self, listing: L) -> Result<L::Page, Error> {
        listing.page(self).await
    }

    /// Reads all items of a query or of a scan into memory, request after request.
    ///
    /// # Errors
    /// Fails like [`page`](Self::page).
    pub async fn all<L: Listing<D>>(&self, listing: L) -> Result<Vec<L::Item>, Error> {
        let mut reader = listing.reader(self.clone())?;
        let mut all = Vec::new();
        while let Some(items) = reader.next().await? {
            all.extend(items);
        }
        Ok(all)
    }

    /// Counts the items of a query or of a scan (`Select` is `COUNT`), request after request. DynamoDB reads the items, and
    /// charges for them, as if it returned them.
    ///
    /// Expired items are not counted, unless the listing [includes](crate::Query::including_expired) them. In two cases DynamoDB
    /// can't count what a page would show, and the library reads the items' keys and counts them itself: after the place of a
    /// sharded query, and below a whole sort key in an item collection.
    ///
    /// ```no_run
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Error, Store, table};
    /// # table! {
    /// #     /// Music.
    /// #     pub struct MusicTable { key: (pk, sk), entities: [Track] }
    /// # }
    /// # /// A track.
    /// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
    /// # #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
    /// # pub struct Track { album: String, number: u16, seconds: u32 }
    /// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
    /// let tracks: u64 = store.count(TrackItems::query("album-1".to_owned())).await?;
    /// let long = store.count(TrackItems::scan().filter(Track::SECONDS.gt(600))).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Fails where a key can't be made, or where DynamoDB refuses a request.
    pub async fn count<L: Listing<D>>(&self, listing: L) -> Result<u64, Error> {
        listing.count(self).await
    }

    /// Returns the items of a query or of a scan as a [`Stream`](futures::Stream). It ends after its first error.
    ///
    /// The stream reads a page when the items of the one before have been taken, so it never holds more than one page. It is
    /// `Send` and owns what it needs, so it can be moved into a task.
    ///
    /// # Cancel safety
    /// No item is lost where a call of `next` is dropped before it is ready, as in a `tokio::select!`: the request that is under way
    /// stays in the stream, and the following call waits for it. Dropping the stream drops that request.
    ///
    /// ```no_run
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Error, Store, table};
    /// # table! {
    /// #     /// Music.
    /// #     pub struct MusicTable { key: (pk, sk), entities: [Track] }
    /// # }
    /// # /// A track.
    /// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
    /// # #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
    /// # pub struct Track { album: String, number: u16, seconds: u32 }
    /// use futures::TryStreamExt as _;
    ///
    /// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
    /// let mut tracks = store.stream(TrackItems::query("album-1".to_owned()));
    /// while let Some(track) = tracks.try_next().await? {
    ///     println!("{} takes {} seconds", track.number, track.seconds);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn stream<L: Listing<D>>(&self, listing: L) -> BoxStream<'static, Result<L::Item, Error>> {
        match listing.reader(self.clone()) {
            Ok(reader) => items(reader).boxed(),
            Err(error) => stream::iter([Err(error)]).boxed(),
        }
    }
}

fn items<R: Reader + 'static>(reader: R) -> impl stream::Stream<Item = Result<R::Item, Error>> + Send {
    let pages = stream::try_unfold(reader, async |mut reader| {
        let items = reader.next().await?;
        Ok::<_, Error>(items.map(|items| (stream::iter(items.into_iter().map(Ok)), reader)))
    });
    pages.try_flatten()
}
