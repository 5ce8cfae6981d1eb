//! Scans: everything that a table or an index holds, in no order.

mod error;
mod key;
mod offset;
mod parallel;
mod progress;
mod read;
mod request;
mod segments;

use std::fmt;

use crate::capacity::Units;
use crate::entity::Entity;
use crate::expression::{BuildFilter, Condition};
use crate::view::{ConsistentView, Listed, View};

pub use error::ScanOffsetError;
pub use offset::ScanOffset;
pub use parallel::ParallelScan;
pub(crate) use progress::Places;
pub use progress::ScanProgress;
pub(crate) use request::{ScanPlan, keep_listed};
pub(crate) use segments::Segments;

/// A walk through all items of a view, in every partition and in no order. Made by the view's `scan` function.
///
/// DynamoDB reads, and charges, all that the table or index holds: a view of one entity leaves the other entities out
/// only after they were read. A scan is for jobs such as an export; what a request asks for is a [`Query`](crate::Query).
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
/// let long = store.scan_all(TrackItems::scan().filter(Track::SECONDS.gt(600))).await?;
/// # Ok(())
/// # }
/// ```
pub struct Scan<V: View> {
    pub(crate) everything: bool,
    pub(crate) filter: Option<BuildFilter>,
    pub(crate) page_size: Option<u32>,
    pub(crate) after: Option<ScanOffset<V>>,
    pub(crate) consistent: bool,
    pub(crate) hide_expired: bool,
}

impl<V: View> Scan<V> {
    /// For the view's entities. The derive's `scan` functions call this.
    #[doc(hidden)]
    #[must_use]
    pub fn of_entities() -> Self {
        Self {
            everything: false,
            filter: None,
            page_size: None,
            after: None,
            consistent: false,
            hide_expired: true,
        }
    }

    /// For items of any kind. The derive's `scan` functions call this.
    #[doc(hidden)]
    #[must_use]
    pub fn of_everything() -> Self {
        Self { everything: true, ..Self::of_entities() }
    }

    /// Of the items found, only those that meet this condition (`FilterExpression`) and every one given before. The others
    /// are read and charged all the same.
    #[must_use]
    pub fn filter(mut self, condition: Condition<V::Item>) -> Self
    where
        V::Item: Entity,
    {
        self.filter = Some(condition.into_filter(self.filter.take()));
        self
    }

    /// Reads so many items a page, of any entity (`Limit`); a page then has at most so many, often fewer, and may have none.
    /// Without it a page reads up to 1 MB.
    #[must_use]
    pub fn page_size(mut self, items: u32) -> Self {
        self.page_size = Some(items);
        self
    }

    /// Goes on after a place of the same view. A [parallel scan](crate::Store::parallel_scan) has a [`ScanProgress`]
    /// instead, and leaves this aside.
    #[must_use]
    pub fn after(mut self, offset: Option<ScanOffset<V>>) -> Self {
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

impl<V: View> fmt::Debug for Scan<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("entities", &<V::Item as Listed>::ENTITIES)
            .field("everything", &self.everything)
            .field("page_size", &self.page_size)
            .field("after", &self.after)
            .field("consistent", &self.consistent)
            .finish_non_exhaustive()
    }
}

/// What one `Scan` request found.
pub struct ScanPage<V: View> {
    /// The items, in no order. There may be none although more follow.
    pub items: Vec<V::Item>,
    /// Where to go on; none at the end.
    pub next: Option<ScanOffset<V>>,
    /// How many items DynamoDB read for it, of any entity (`ScannedCount`).
    pub scanned: usize,
    /// What the page consumed.
    pub units: Units,
}

impl<V: View<Item: fmt::Debug>> fmt::Debug for ScanPage<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScanPage")
            .field("items", &self.items)
            .field("next", &self.next)
            .field("scanned", &self.scanned)
            .field("units", &self.units)
            .finish()
    }
}
