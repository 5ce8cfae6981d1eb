//! Pages of a query.

use std::fmt;

use table_keys::KeyError;

use super::reach::{OnePartition, Reach};
use crate::capacity::Units;
use crate::read::{Output, Whole};
use crate::view::View;

/// A page of a query's items.
pub struct Page<V: View, R: Reach<V> = OnePartition, O: Output<V::Item> = Whole> {
    /// The items, in the order of the query.
    pub items: Vec<O::Item>,
    /// The place after which the next page begins; `None` at the end of the partition, or of all shards.
    pub next: Option<R::Offset>,
    /// The capacity units that the page consumed.
    pub units: Units,
}

impl<V: View, R: Reach<V>, O: Output<V::Item>> Page<V, R, O> {
    /// Returns the place after which the next page begins as a text for a client; `None` at the end.
    /// [`Query::after_text`](crate::Query::after_text) continues there.
    ///
    /// # Errors
    /// [`KeyError`] if a component has no encoding. The components of a stored item always have one.
    pub fn cursor(&self) -> Result<Option<String>, KeyError> {
        self.next.as_ref().map(R::to_text).transpose()
    }
}

impl<V: View, R: Reach<V>, O: Output<V::Item, Item: fmt::Debug>> fmt::Debug for Page<V, R, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("items", &self.items)
            .field("next", &self.next)
            .field("units", &self.units)
            .finish()
    }
}
