//! An update of more operations than one transaction takes.

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

/// An update of any size: groups of operations, in order. What is in one group happens together or not at all; the groups
/// are divided among as many transactions as it takes.
pub struct PagedWrite<D: Database> {
    pub(crate) groups: Vec<Transaction<D>>,
    pub(crate) skipped: usize,
    pub(crate) on_each_page: Option<OnEachPage<D>>,
}

impl<D: Database> PagedWrite<D> {
    /// An update of these groups.
    #[must_use]
    pub fn new(groups: impl IntoIterator<Item = Transaction<D>>) -> Self {
        Self { groups: groups.into_iter().collect(), skipped: 0, on_each_page: None }
    }

    /// Leaves out the first groups, because they were written before: as many as [`WritingPager::done`] said.
    #[must_use]
    pub fn skip(mut self, groups: usize) -> Self {
        self.skipped = groups;
        self
    }

    /// Adds operations to each transaction, such as the check of a lock, or an update that keeps how many groups are done
    /// when it has happened: that number is given. It is asked more often than there are pages.
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

/// Writes a [`PagedWrite`], one transaction after the other. Made by
/// [`Store::writing_pager`](crate::Store::writing_pager).
///
/// Each page is as many whole groups, in order, as one transaction takes: 100 operations, no two on one item, and 4 MB as
/// far as that can be known (see "Transactions" on the page "Quotas in Amazon DynamoDB" of the developer guide: the size
/// of an item that is updated counts too, and only DynamoDB knows it).
///
/// After an error the page that failed, and all that follow, are still to be written. A page whose answer was lost is
/// sent again with the token it had, so that it does not happen twice; DynamoDB knows that token for 10 minutes. Where
/// the pager itself may be lost, in a crash, let each page keep how far it leads:
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
/// # /// How far an import is.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = MusicTable, name = "Import", partition(id), sort())]
/// # pub struct Import { id: String, done: usize }
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

    /// How many groups are written, those that were skipped among them.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// How many transactions are still to be written.
    #[must_use]
    pub fn pages_left(&self) -> usize {
        self.pages.len()
    }

    /// Writes the next transaction; none when all are written.
    ///
    /// # Errors
    /// When it did not happen, or may not have happened. It stays the next one.
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

    /// Writes all transactions that are left, and says what they consumed.
    ///
    /// # Errors
    /// As [`write_page`](Self::write_page), at the first one that fails; the pager then holds what is left.
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
    /// Its groups, by their places in the list; the first is 0.
    pub groups: Range<usize>,
    /// What it consumed.
    pub units: Units,
}
