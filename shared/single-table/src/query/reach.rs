//! How far a query reaches: one partition, or all shards of one.

use std::fmt;

use super::offset::Offset;
use crate::view::View;

/// How far a query reaches: [`OnePartition`] or [`AllShards`](crate::query::AllShards).
pub trait Reach<V: View>: Sized + 'static {
    /// The components that name what is read.
    type Partition: Send + Sync;
    /// A place to go on from.
    type Offset: Clone + fmt::Debug + Send + Sync;

    /// The first of the partitions that are read.
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
