//! Backfills, which migrate every item of an entity while the table is in use.

mod claims;
mod error;
mod item;
mod job;
mod pace;
mod progress;
mod run;

use std::fmt;
use std::num::{NonZeroU16, NonZeroU32};

use crate::entity::Entity;
use crate::write::rewrite::Change;

pub use error::BackfillError;
pub use progress::{BackfillCounts, BackfillProgress};
pub use run::BackfillRun;

/// The default number of items that are written at the same time.
const CONCURRENCY: NonZeroU16 = NonZeroU16::new(8).expect("8 is not 0");

/// A schema migration that gives each item of entity `E` the attributes and index keys of its current declaration. The backfill
/// decodes each item, may change it, encodes it again, and writes only the attributes that differ.
///
/// A backfill can run while others write, and it can run again. A run writes an item only if the item has not changed since it
/// was read; otherwise it reads the item again. Items that need no change are not written. First deploy the code that writes new
/// items in the new shape, then run the backfill, and only then deploy code that relies on the new shape.
///
/// - Items of past [schema versions](crate::migration) are upgraded, and lose the attributes that only their version had.
/// - Other attributes that are not fields of the entity stay. The key of an index is removed from items that don't belong, or no
///   longer belong, in the index.
/// - The primary key never changes.
/// - For a unique constraint that was added later, the backfill claims the values of stored items: it makes the missing records,
///   and stops at two items with the same values, unless [`leave_taken`](Self::leave_taken) is set. It also
///   renews records that expire at another time than their item, for instance because of `change`.
/// - The backfill neither increments versions nor frees unique values. Don't change the version, or values that an item has
///   claimed, in `change`.
/// - A write compares all attributes of an item in an expression, and expressions have at most 4 KB (see "Expression parameters"
///   on the page "Quotas in Amazon DynamoDB" in the developer guide). That is enough for about 220 attributes.
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
///     // After a crash, `store.backfill` continues from the saved progress.
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
    pub(crate) leaves_taken: bool,
}

impl<E: Entity> Backfill<E> {
    /// Makes a backfill that changes no field, but adds missing index keys, and fields that have a default for serde.
    #[must_use]
    pub fn new() -> Self {
        Self {
            change: None,
            page_size: None,
            concurrency: CONCURRENCY,
            write_units_per_second: None,
            leaves_taken: false,
        }
    }

    /// Sets the function that changes each item; `None` leaves the item as it is. The function may be called more than once for
    /// the same item, even for an item that it has already changed. So the same call must not change the item twice: setting a
    /// new field is safe, but increasing a count is not.
    #[must_use]
    pub fn change(mut self, change: impl Fn(E) -> Option<E> + Send + Sync + 'static) -> Self {
        self.change = Some(Box::new(change));
        self
    }

    /// Sets the number of items, of any entity, that a page reads (`Limit`). Progress is updated page by page. By default, a page
    /// reads up to 1 MB.
    #[must_use]
    pub fn page_size(mut self, items: u32) -> Self {
        self.page_size = Some(items);
        self
    }

    /// Sets the number of items of a page that are written at the same time. The default is 8.
    #[must_use]
    pub fn concurrency(mut self, items: NonZeroU16) -> Self {
        self.concurrency = items;
        self
    }

    /// Leaves an item without a record if another item has claimed the same values of a unique constraint,
    /// and counts the item in
    /// [`BackfillCounts::taken`]. Without this, the backfill stops there. Such items can still be changed and
    /// removed, as the page [Unique values and versions](crate::guide::unique) describes.
    #[must_use]
    pub fn leave_taken(mut self) -> Self {
        self.leaves_taken = true;
        self
    }

    /// Limits the consumed write capacity to about this many units a second, including those of indexes, and leaves the rest to
    /// the users of the table. Without this, there is no limit.
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
            .field("leaves_taken", &self.leaves_taken)
            .finish()
    }
}
