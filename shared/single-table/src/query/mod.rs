//! Queries, which read a partition of a view, or all of its shards, page after page.

mod builder;
mod conditions;
mod fill;
mod listing;
mod of_members;
mod offset;
mod order;
mod page;
mod plan;
mod reach;
mod read_pages;
mod request;
mod sharded;
mod sort_key;

pub use builder::{AnySortKey, Query, SomeSortKeys};
pub use conditions::WithoutSortCondition;
pub use offset::Offset;
pub use order::Order;
pub use page::Page;
pub use reach::{OnePartition, Reach};
pub use read_pages::ReadPages;
#[doc(hidden)]
pub use sharded::query_shard;
pub use sharded::{AllShards, ShardedOffset, ShardedQuery};
#[doc(hidden)]
pub use sort_key::SortCondition;
pub use sort_key::{Joined, Native, Range, SortKey, SortKeyKind, SortValue, SortValues};
