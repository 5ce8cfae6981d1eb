//! Access to the items that a search reads.

use crate::index::{ItemKey, StoredItem};
use crate::write_number::WriteNumber;

/// Read access to the items of one user for a search. Reads may be eventually consistent. An implementation
/// that finds an item with a lower number than expected, or none, reads again with a consistent read.
pub trait SearchItems {
    /// The error of a read.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Returns the items with these keys, in their order, and `None` for those that don't exist.
    fn read(
        &self,
        keys: &[(ItemKey, WriteNumber)],
    ) -> impl Future<Output = Result<Vec<Option<StoredItem>>, Self::Error>> + Send;
}
