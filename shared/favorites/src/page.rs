//! Pages of a list.

use crate::limits::{PAGE_ITEMS, PAGE_ITEMS_DEFAULT};
use crate::value::ValueError;

/// Which end of a list comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// Oldest, least or `a` first.
    Ascending,
    /// Newest, greatest or `z` first.
    Descending,
}

/// How many items a page may have: 1 to [`PAGE_ITEMS`].
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

/// Where a page begins: after this place of this list. It holds no partition key, so it can't lead to another person's
/// data; the layer above seals it, so that one list's position isn't taken for another's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position(pub String);

/// What part of a list is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// Which end comes first.
    pub order: Order,
    /// How many items at the most.
    pub size: PageSize,
    /// Where to go on.
    pub after: Option<Position>,
}

/// A part of a list. Where `next` is there, more may follow; the next page may turn out empty, because DynamoDB says only
/// that it stopped (see "Paginating table query results" in its developer guide).
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// Where the next page begins.
    pub next: Option<Position>,
}

impl<T> Page<T> {
    /// The same page of other items.
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(each).collect(), next: self.next }
    }
}
