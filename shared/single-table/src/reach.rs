//! How far a query reaches: one partition, or all shards of one.

use std::fmt;

use crate::database::{Contains, Database};
use crate::error::Error;
use crate::offset::Offset;
use crate::query::Page;
use crate::store::{Plan, Store};
use crate::view::View;

/// How far a query reaches: [`OnePartition`] or [`AllShards`](crate::AllShards).
pub trait Reach<V: View>: Sized + 'static {
    /// The components that name what is read.
    type Partition: Send + Sync;
    /// A place to go on from.
    type Offset: Clone + fmt::Debug + Send + Sync;

    /// The first of the partitions that are read.
    #[doc(hidden)]
    fn first(partition: &Self::Partition) -> V::Partition;

    #[doc(hidden)]
    fn page<D>(
        store: &Store<D>,
        plan: Plan,
        partition: Self::Partition,
        after: Option<Self::Offset>,
    ) -> impl Future<Output = Result<Page<V, Self>, Error>> + Send
    where
        D: Database + Contains<V::Table>;

    #[doc(hidden)]
    fn all<D>(
        store: &Store<D>,
        plan: Plan,
        partition: Self::Partition,
        after: Option<Self::Offset>,
    ) -> impl Future<Output = Result<Vec<V::Item>, Error>> + Send
    where
        D: Database + Contains<V::Table>;
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

    async fn page<D>(
        store: &Store<D>,
        plan: Plan,
        partition: V::Partition,
        after: Option<Offset<V>>,
    ) -> Result<Page<V>, Error>
    where
        D: Database + Contains<V::Table>,
    {
        store.page_of(&plan, partition, after).await
    }

    async fn all<D>(
        store: &Store<D>,
        plan: Plan,
        partition: V::Partition,
        mut after: Option<Offset<V>>,
    ) -> Result<Vec<V::Item>, Error>
    where
        D: Database + Contains<V::Table>,
    {
        let mut items = Vec::new();
        loop {
            let page = store.page_of(&plan, partition.clone(), after).await?;
            items.extend(page.items);
            after = page.next;
            if after.is_none() {
                return Ok(items);
            }
        }
    }
}
