//! Pages of a scan.

use std::fmt;

use super::offset::ScanOffset;
use crate::capacity::Units;
use crate::read::{Output, Whole};
use crate::view::View;

/// The answer to one `Scan` request.
pub struct ScanPage<V: View, O: Output<V::Item> = Whole> {
    /// The items, in no order. A page may be empty even if more pages follow.
    pub items: Vec<O::Item>,
    /// The place after which the next page begins; `None` at the end of the scan.
    pub next: Option<ScanOffset<V>>,
    /// The number of items, of any entity, that DynamoDB read for the page (`ScannedCount`).
    pub scanned: usize,
    /// The capacity units that the page consumed.
    pub units: Units,
}

impl<V: View, O: Output<V::Item, Item: fmt::Debug>> fmt::Debug for ScanPage<V, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScanPage")
            .field("items", &self.items)
            .field("next", &self.next)
            .field("scanned", &self.scanned)
            .field("units", &self.units)
            .finish()
    }
}
