//! Queries of all shards of a partition.

mod merge;
mod offset;
mod shard_reader;

use table_keys::EncodeComponent;

use super::builder::{AnySortKey, Query};
use super::reach::Reach;
use super::sort_key::SortCondition;
use crate::read::Whole;
use crate::view::{Shard, ShardedView};

pub use offset::ShardedOffset;

/// A query of all shards, which are read at the same time and merged in the order of the sort key. Of items with equal sort keys, the
/// one in the shard with the lower number comes first; in descending order, it comes last.
pub type ShardedQuery<V, S = AnySortKey, O = Whole> = Query<V, S, AllShards, O>;

/// A query reads all shards of a partition.
#[derive(Debug, Clone, Copy)]
pub struct AllShards;

/// Returns the query of the shard that a value is in.
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
