//! The reach of a query: a single partition, or all shards of one.

use std::fmt;

use table_keys::KeyError;

use super::offset::Offset;
use crate::cursor::CursorError;
use crate::view::View;

/// The reach of a query: [`OnePartition`] or [`AllShards`](crate::query::AllShards).
pub trait Reach<V: View>: Sized + Send + 'static {
    /// The components that name the partition.
    type Partition: Send + Sync + 'static;
    /// A place to continue after.
    type Offset: Clone + fmt::Debug + Send + Sync + 'static;

    /// Returns the first of the partitions that the query reads.
    #[doc(hidden)]
    fn first(partition: &Self::Partition) -> V::Partition;

    /// Returns a place as text.
    #[doc(hidden)]
    fn to_text(offset: &Self::Offset) -> Result<String, KeyError>;

    /// Reads a place from a text.
    #[doc(hidden)]
    fn from_text(text: &str) -> Result<Self::Offset, CursorError>;
}

/// The reach of a query that reads a single partition.
#[derive(Debug, Clone, Copy)]
pub struct OnePartition;

impl<V: View> Reach<V> for OnePartition {
    type Partition = V::Partition;
    type Offset = Offset<V>;

    fn first(partition: &V::Partition) -> V::Partition {
        partition.clone()
    }

    fn to_text(offset: &Offset<V>) -> Result<String, KeyError> {
        offset.to_text()
    }

    fn from_text(text: &str) -> Result<Offset<V>, CursorError> {
        Offset::from_text(text)
    }
}
