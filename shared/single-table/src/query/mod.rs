//! Queries: one partition of a view, or all of its shards, page after page.

mod builder;
mod native;
mod of_members;
mod offset;
mod page;
mod plan;
mod reach;
mod read_pages;
mod sharded;
mod sort_condition;

pub use builder::Query;
pub use native::Range;
pub use offset::Offset;
pub use page::Page;
pub use reach::{OnePartition, Reach};
pub use read_pages::ReadPages;
#[doc(hidden)]
pub use sharded::query_shard;
pub use sharded::{AllShards, ShardedOffset, ShardedOffsetError, ShardedQuery};
#[doc(hidden)]
pub use sort_condition::SortCondition;
