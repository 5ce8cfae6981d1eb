//! The reach of a query: one partition, or all shards of one.

use std::fmt;

use super::offset::Offset;
use crate::view::View;

/// The reach of a query: [`OnePartition`] or [`AllShards`](crate::query::AllShards).
pub trait Reach<V: View>: Sized + Send + 'static {
    /// The components that name what is read.
    type Partition: Send + Sync + 'static;
    /// A place to continue after.
    type Offset: Clone + fmt::Debug + Send + Sync + 'static;

    /// Returns the first of the partitions that are read.
    #[doc(hidden)]
    fn first(partition: &Self::Partition) -> V::Partition;
}

/// A query reads one partition.
#[derive(Debug, Clone, Copy)]
pub struct OnePartition;

impl<V: View> Reach<V> for OnePartition {
    type Partition = V::Partition;
    type Offset = Offset<V>;

    fn first(partition: &V::Partition) -> V::Partition {
        partition.clone()
    }
}
