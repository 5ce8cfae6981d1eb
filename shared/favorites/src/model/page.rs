//! Pages of a list.

use serde::{Deserialize, Serialize};
use single_table::query::Order;

use crate::limits::{FEED_BYTES, FEED_CHANGES, PAGE_ITEMS, PAGE_ITEMS_DEFAULT};
use crate::model::value::ValueError;

/// The number of items that a page may have: 1 to [`PAGE_ITEMS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize(u32);

impl PageSize {
    /// Checks the range.
    ///
    /// # Errors
    /// [`ValueError::Range`].
    pub fn new(items: u32) -> Result<Self, ValueError> {
        if (1..=PAGE_ITEMS).contains(&items) {
            Ok(Self(items))
        } else {
            Err(ValueError::Range { min: 1.0, max: f64::from(PAGE_ITEMS), given: f64::from(items) })
        }
    }

    /// The number of items.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl Default for PageSize {
    fn default() -> Self {
        Self(PAGE_ITEMS_DEFAULT)
    }
}

/// The place in a list after which a page begins. It holds no partition key, so it can't lead to another person's
/// data; the layer above seals it, so that one list's position isn't taken for another's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position(pub String);

/// A request for a part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// The order of the items.
    pub order: Order,
    /// The most items of the page.
    pub size: PageSize,
    /// The position after which the page begins. The first page has none.
    pub after: Option<Position>,
}

/// A part of a list. Where `next` is there, more may follow; the next page may turn out empty, because DynamoDB says only
/// that it stopped (see "Paginating table query results" in its developer guide).
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// The position after which the next page begins.
    pub next: Option<Position>,
}

impl<T> Page<T> {
    /// The same page of other items.
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(each).collect(), next: self.next }
    }
}

/// The room on a page of the change feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedRoom {
    /// The most bytes of a page.
    pub bytes: usize,
    /// The most changes of a page whose items are read one by one.
    pub changes: usize,
}

impl FeedRoom {
    /// The room of the service: [`FEED_BYTES`] and [`FEED_CHANGES`].
    pub const SERVICE: Self = Self { bytes: FEED_BYTES, changes: FEED_CHANGES };
}
