//! Queries of all shards of a partition.

mod merge;
mod offset;
mod shard_reader;

use table_keys::{EncodeComponent, KeyError};

use super::builder::{AnySortKey, Query};
use super::reach::{OnePartition, Reach};
use super::sort_key::SortCondition;
use crate::cursor::CursorError;
use crate::read::Whole;
use crate::view::{Shard, ShardedView};

pub use offset::ShardedOffset;

/// A query of all shards. The shards are read at the same time and merged in the order of the sort key. Items with equal sort
/// keys are listed in the order of their shards' numbers; a descending query reverses this order too.
pub type ShardedQuery<V, S = AnySortKey, O = Whole> = Query<V, S, AllShards, O>;

/// The reach of a query that reads all shards of a partition.
#[derive(Debug, Clone, Copy)]
pub struct AllShards;

/// Returns the query of the shard that holds a value.
#[doc(hidden)]
#[must_use]
pub fn query_shard<V: ShardedView, O>(
    open: &V::Open,
    by: &impl EncodeComponent,
    all: SortCondition,
) -> Query<V, AnySortKey, OnePartition, O> {
    let partition = Shard::of(by, V::SHARDS).map(|shard| V::in_shard(open, shard));
    Query::of(partition, all)
}

impl<V: ShardedView> Reach<V> for AllShards {
    type Partition = V::Open;
    type Offset = ShardedOffset<V>;

    fn first(open: &V::Open) -> V::Partition {
        V::in_shard(open, Shard::FIRST)
    }

    fn to_text(offset: &ShardedOffset<V>) -> Result<String, KeyError> {
        offset.to_text()
    }

    fn from_text(text: &str) -> Result<ShardedOffset<V>, CursorError> {
        ShardedOffset::from_text(text)
    }
}
