//! Queries of all shards of a partition.

mod merge;
mod offset;

use table_keys::EncodeComponent;

use super::builder::Query;
use super::reach::Reach;
use super::sort_condition::SortCondition;
use crate::view::{Shard, ShardedView};

pub use offset::{ShardedOffset, ShardedOffsetError};

/// A query of all shards, read side by side and merged in the order of the sort key. Where sort keys are equal, the lower
/// shard comes first; descending, the higher one.
pub type ShardedQuery<V> = Query<V, AllShards>;

/// A query reads all shards of a partition.
#[derive(Debug, Clone, Copy)]
pub struct AllShards;

/// The query of the shard that a value is in.
#[doc(hidden)]
#[must_use]
pub fn query_shard<V: ShardedView>(
    open: &V::Open,
    by: &impl EncodeComponent,
    all: SortCondition,
) -> Query<V> {
    let partition = Shard::of(by, V::SHARDS).map(|shard| V::in_shard(open, shard));
    Query::of(partition, all)
}

impl<V: ShardedView> Reach<V> for AllShards {
    type Partition = V::Open;
    type Offset = ShardedOffset<V>;

    fn first(open: &V::Open) -> V::Partition {
        V::in_shard(open, Shard::FIRST)
    }
}
