//! Changing every item of an entity while the table is in use.

mod claims;
mod difference;
mod error;
mod item;
mod job;
mod pace;
mod progress;
mod run;

use std::fmt;
use std::num::{NonZeroU16, NonZeroU32};

use crate::entity::Entity;

pub use error::BackfillError;
pub use progress::{BackfillCounts, BackfillProgress};
pub use run::BackfillRun;

/// How many items are written at the same time, unless it is said.
const CONCURRENCY: NonZeroU16 = NonZeroU16::new(8).expect("8 is not 0");

pub(crate) type Change<E> = Box<dyn Fn(E) -> Option<E> + Send + Sync>;

/// A schema migration: gives each item of entity `E` the attributes and index keys that its declaration asks for today. It
/// decodes the item, may change it, encodes it again, and writes the attributes that differ, and only those.
///
/// It can run while others write, and again: what it would write is only written while the item is as it was read, else it
/// is read again, and an item that is as it should be is not written. First deploy what writes new items in the new
/// shape, then run this; then let code rely on the new shape.
///
/// - Attributes for which the entity has no field stay. A key of an index that the entity is not in, or not any more, goes.
/// - The primary key never changes.
/// - Where a unique constraint was added later, it claims the values that items have: it makes the records that are missing, and
///   stops at two items with the same values.
/// - It counts no version and frees no unique value: don't change the version, nor values that an item has claimed.
/// - Writing is subject to "Expression parameters" of the page "Quotas in Amazon DynamoDB" in the developer guide: an item
///   with more than some 220 attributes can't be compared within the 4 KB of an expression.
///
/// ```no_run
/// # use std::num::{NonZeroU16, NonZeroU32};
/// # use serde::{Deserialize, Serialize};
/// # use single_table::backfill::BackfillProgress;
/// # use single_table::{Backfill, Entity, Store, table};
/// # table! {
/// #     /// Music.
/// #     pub struct MusicTable { key: (pk, sk), global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)], entities: [Track] }
/// # }
/// # /// A track.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
/// # #[index(on = GsiOne, view = TracksByLabel, partition(label?), sort(album))]
/// # pub struct Track { album: String, number: u16, label: Option<String> }
/// # async fn example(store: Store<MusicTable>) -> Result<(), Box<dyn std::error::Error>> {
/// # fn save(_: String) {}
/// # fn label_of(_: &str) -> String { String::new() }
/// const SEGMENTS: NonZeroU16 = NonZeroU16::new(8).unwrap();
/// const UNITS: NonZeroU32 = NonZeroU32::new(200).unwrap();
///
/// let labels = Backfill::<Track>::new()
///     .change(|track| Some(Track { label: Some(label_of(&track.album)), ..track }))
///     .write_units_per_second(UNITS);
/// let mut run = store.backfill(labels, BackfillProgress::new(SEGMENTS));
/// while let Some(progress) = run.next_page().await? {
///     // After a crash, `store.backfill` with what was kept goes on from there.
///     save(serde_json::to_string(progress)?);
/// }
/// println!("{:?}", run.progress().counts());
/// # Ok(())
/// # }
/// ```
pub struct Backfill<E: Entity> {
    pub(crate) change: Option<Change<E>>,
    pub(crate) page_size: Option<u32>,
    pub(crate) concurrency: NonZeroU16,
    pub(crate) write_units_per_second: Option<NonZeroU32>,
}

impl<E: Entity> Backfill<E> {
    /// One that changes no field: it adds the index keys that are missing, and the fields that serde has a default for.
    #[must_use]
    pub fn new() -> Self {
        Self { change: None, page_size: None, concurrency: CONCURRENCY, write_units_per_second: None }
    }

    /// What becomes of an item; with `None` it stays as it is. It may be asked more than once about the same item, also in
    /// the form that it gave to it: a new field is set the same then, but a count must not be raised.
    #[must_use]
    pub fn change(mut self, change: impl Fn(E) -> Option<E> + Send + Sync + 'static) -> Self {
        self.change = Some(Box::new(change));
        self
    }

    /// Reads so many items a page, of any entity (`Limit`). Progress is kept page by page. Without it a page reads up to 1 MB.
    #[must_use]
    pub fn page_size(mut self, items: u32) -> Self {
        self.page_size = Some(items);
        self
    }

    /// Writes so many items of a page at the same time. Without it, 8.
    #[must_use]
    pub fn concurrency(mut self, items: NonZeroU16) -> Self {
        self.concurrency = items;
        self
    }

    /// Consumes about so many write capacity units a second, those of indexes among them, and leaves the others to the
    /// table's users. Without it there is no limit.
    #[must_use]
    pub fn write_units_per_second(mut self, units: NonZeroU32) -> Self {
        self.write_units_per_second = Some(units);
        self
    }
}

impl<E: Entity> Default for Backfill<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Entity> fmt::Debug for Backfill<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backfill")
            .field("entity", &E::NAME)
            .field("changes", &self.change.is_some())
            .field("page_size", &self.page_size)
            .field("concurrency", &self.concurrency)
            .field("write_units_per_second", &self.write_units_per_second)
            .finish()
    }
}
