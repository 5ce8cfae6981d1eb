//! Pages of a query.

use std::fmt;

use super::reach::{OnePartition, Reach};
use crate::capacity::Units;
use crate::view::View;

/// A part of what a query finds.
pub struct Page<V: View, R: Reach<V> = OnePartition> {
    /// The items, in the order asked for.
    pub items: Vec<V::Item>,
    /// Where to go on; none at the end of the partition, or of all shards.
    pub next: Option<R::Offset>,
    /// What the page consumed.
    pub units: Units,
}

impl<V: View<Item: fmt::Debug>, R: Reach<V, Offset: fmt::Debug>> fmt::Debug for Page<V, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("items", &self.items)
            .field("next", &self.next)
            .field("units", &self.units)
            .finish()
    }
}
