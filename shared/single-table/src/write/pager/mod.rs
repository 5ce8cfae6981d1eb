//! Updates of more operations than one transaction takes.

mod divide;
mod error;
mod packing;

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use crate::capacity::Units;
use crate::store::Store;
use crate::table::Database;
use crate::write::operation::Written;
use crate::write::transaction::Transaction;

pub use error::{PageError, WritingPagerError};
use packing::Page;

type OnEachPage<D> = Box<dyn Fn(usize) -> Transaction<D> + Send + Sync>;

/// An update of any size: groups of operations, in order. The operations of one group happen together or not at all. The groups
/// are divided among as many transactions as needed.
pub struct PagedWrite<D: Database> {
    pub(crate) groups: Vec<Transaction<D>>,
    pub(crate) skipped: usize,
    pub(crate) on_each_page: Option<OnEachPage<D>>,
}

impl<D: Database> PagedWrite<D> {
    /// Makes an update of these groups.
    #[must_use]
    pub fn new(groups: impl IntoIterator<Item = Transaction<D>>) -> Self {
        Self { groups: groups.into_iter().collect(), skipped: 0, on_each_page: None }
    }

    /// Leaves out the first groups because an earlier run wrote them: pass the number that [`WritingPager::done`] returned.
    #[must_use]
    pub fn skip(mut self, groups: usize) -> Self {
        self.skipped = groups;
        self
    }

    /// Adds operations to each transaction, such as the check of a lock, or an update that records the progress. `operations` is
    /// called with the number of groups that are done once the transaction has happened, and more often than there are pages.
    #[must_use]
    pub fn on_each_page(
        mut self,
        operations: impl Fn(usize) -> Transaction<D> + Send + Sync + 'static,
    ) -> Self {
        self.on_each_page = Some(Box::new(operations));
        self
    }
}

impl<D: Database> fmt::Debug for PagedWrite<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PagedWrite")
            .field("groups", &self.groups)
            .field("skipped", &self.skipped)
            .finish_non_exhaustive()
    }
}

/// Writes a [`PagedWrite`], one transaction after the other. [`Store::writing_pager`](crate::Store::writing_pager) makes the
/// pager.
///
/// Each page consists of as many whole groups, in order, as one transaction takes: 100 operations on different items and 4 MB
/// (see "Transactions" on the page "Quotas in Amazon DynamoDB" of the developer guide). Only DynamoDB knows the size of an item
/// that an update changes, which counts too.
///
/// After an error, the page that failed and all later ones are still to be written. A page whose answer was lost is sent again
/// with the same token, so that it happens once; DynamoDB remembers the token for 10 minutes. A crash loses the pager, so let
/// each page record the progress:
///
/// ```no_run
/// # use serde::{Deserialize, Serialize};
/// # use single_table::write::PagedWrite;
/// # use single_table::{Entity, Put, Store, Transaction, Update, table};
/// # table! {
/// #     /// Music.
/// #     pub struct MusicTable { key: (pk, sk), entities: [Track, Import] }
/// # }
/// # /// A track.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
/// # pub struct Track { album: String, number: u16 }
/// # /// The progress of an import.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = MusicTable, name = "Import", partition(id), sort())]
/// # pub struct Import { id: String, #[serde(default)] done: usize }
/// # async fn example(store: Store<MusicTable>, tracks: Vec<Track>) -> Result<(), Box<dyn std::error::Error>> {
/// let import = ImportKey { id: "2026-11".to_owned() };
/// let done = store.get::<Import>(&import).consistent().await?.map_or(0, |import| import.done);
/// let groups = tracks.iter().map(|track| {
///     let mut group = Transaction::new();
///     group.add(Put::new(track));
///     group
/// });
/// let write = PagedWrite::new(groups).skip(done).on_each_page(move |done| {
///     let mut keep = Transaction::new();
///     keep.add(Update::upsert(import.clone()).set(Import::DONE, &done));
///     keep
/// });
/// store.writing_pager(write)?.write_all().await?;
/// # Ok(())
/// # }
/// ```
pub struct WritingPager<D: Database> {
    store: Store<D>,
    pages: VecDeque<Page>,
    done: usize,
}

impl<D: Database> WritingPager<D> {
    pub(crate) fn new(store: Store<D>, pages: VecDeque<Page>, done: usize) -> Self {
        Self { store, pages, done }
    }

    /// Returns the number of groups that are written, including the skipped ones.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of transactions that are still to be written.
    #[must_use]
    pub fn pages_left(&self) -> usize {
        self.pages.len()
    }

    /// Writes the next transaction. Returns `None` if all are written.
    ///
    /// # Errors
    /// [`PageError`] when the transaction failed, or its answer was lost. The next call writes the same transaction.
    pub async fn write_page(&mut self) -> Result<Option<WrittenPage>, PageError> {
        let Some(page) = self.pages.front() else { return Ok(None) };
        let written = self.store.transact_built(&page.operations, &page.token, None).await;
        let Written { units } =
            written.map_err(|source| PageError::new(page.groups(), page.starts.clone(), source))?;
        let groups = page.groups();
        self.done = groups.end;
        self.pages.pop_front();
        Ok(Some(WrittenPage { groups, units }))
    }

    /// Writes all transactions that are left, and returns the capacity that they consumed together.
    ///
    /// # Errors
    /// [`PageError`] of the first transaction that fails. This transaction and all later ones are still to be written.
    pub async fn write_all(&mut self) -> Result<Written, PageError> {
        let mut units = Units::default();
        while let Some(page) = self.write_page().await? {
            units.write += page.units.write;
        }
        Ok(Written { units })
    }
}

impl<D: Database> fmt::Debug for WritingPager<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WritingPager")
            .field("done", &self.done)
            .field("pages_left", &self.pages_left())
            .finish_non_exhaustive()
    }
}

/// A transaction of a [`WritingPager`] that was written.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenPage {
    /// The groups of the transaction by their positions in the update, from 0.
    pub groups: Range<usize>,
    /// The capacity units that the transaction consumed.
    pub units: Units,
}
