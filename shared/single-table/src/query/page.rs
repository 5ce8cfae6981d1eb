//! Pages of a query.

use std::fmt;

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

impl<V: View, R: Reach<V>, O: Output<V::Item, Item: fmt::Debug>> fmt::Debug for Page<V, R, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("items", &self.items)
            .field("next", &self.next)
            .field("units", &self.units)
            .finish()
    }
}
