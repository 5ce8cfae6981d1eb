//! Pages of a query, read from the table.

use std::marker::PhantomData;

use super::fill::{Filled, Taken};
use super::offset::Offset;
use super::page::Page;
use super::plan::{Plan, Request};
use super::reach::{OnePartition, Reach};
use crate::Item;
use crate::entity::Marker;
use crate::error::Error;
use crate::read::{Next, Output, Reader};
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::view::View;

/// Reads the pages of a query with this reach.
pub trait ReadPages<V: View>: Reach<V> {
    #[doc(hidden)]
    fn page<D: Contains<V::Table>, O: Output<V::Item>>(
        store: &Store<D>,
        plan: Plan,
        partition: Self::Partition,
        after: Option<Self::Offset>,
    ) -> impl Future<Output = Result<Page<V, Self, O>, Error>> + Send;

    #[doc(hidden)]
    fn reader<D: Contains<V::Table>, O: Output<V::Item>>(
        store: Store<D>,
        plan: Plan,
        partition: Self::Partition,
        after: Option<Self::Offset>,
    ) -> Result<impl Reader<Item = O::Item> + 'static, Error>;

    /// Returns true if DynamoDB can count the items that follow the place.
    #[doc(hidden)]
    fn is_counted_by_dynamodb(after: Option<&Self::Offset>) -> bool;

    #[doc(hidden)]
    fn count<D: Contains<V::Table>>(
        store: &Store<D>,
        plan: Plan,
        partition: Self::Partition,
        after: Option<Self::Offset>,
    ) -> impl Future<Output = Result<u64, Error>> + Send;
}

impl<V: View> ReadPages<V> for OnePartition {
    async fn page<D: Contains<V::Table>, O: Output<V::Item>>(
        store: &Store<D>,
        plan: Plan,
        partition: V::Partition,
        after: Option<Offset<V>>,
    ) -> Result<Page<V, Self, O>, Error> {
        let request = plan.request::<V>(partition)?;
        let start = after.map(|after| request.start(&after)).transpose()?;
        let mut items = Vec::new();
        let mut take = |item: Item| {
            let Some(item) = store.shown::<V, O>(&plan, item)? else { return Ok(Taken::Hidden) };
            if plan.limit.is_some_and(|limit| items.len() >= limit as usize) {
                return Ok(Taken::Beyond);
            }
            items.push(item);
            Ok(Taken::Kept)
        };
        let Filled { last, units } = store.fill_page(&plan, store.target(&request), start, &mut take).await?;
        let next = last.as_ref().map(Offset::from_last_key).transpose()?;
        Ok(Page { items, next, units })
    }

    fn reader<D: Contains<V::Table>, O: Output<V::Item>>(
        store: Store<D>,
        plan: Plan,
        partition: V::Partition,
        after: Option<Offset<V>>,
    ) -> Result<impl Reader<Item = O::Item> + 'static, Error> {
        let request = plan.request::<V>(partition)?;
        let next = Next::From(after.map(|after| request.start(&after)).transpose()?);
        Ok(PartitionReader::<V, D, O> {
            store,
            evaluate: plan.limit,
            plan,
            request,
            next,
            output: PhantomData,
        })
    }

    fn is_counted_by_dynamodb(_after: Option<&Offset<V>>) -> bool {
        true
    }

    async fn count<D: Contains<V::Table>>(
        store: &Store<D>,
        plan: Plan,
        partition: V::Partition,
        after: Option<Offset<V>>,
    ) -> Result<u64, Error> {
        store.query_count(&plan, partition, after).await
    }
}

/// Reads a partition, one request after the other.
struct PartitionReader<V: View, D: Database, O> {
    store: Store<D>,
    plan: Plan,
    request: Request<V>,
    next: Next<Item>,
    /// The number of items that the next request evaluates.
    evaluate: Option<u32>,
    output: Marker<O>,
}

impl<V, D, O> Reader for PartitionReader<V, D, O>
where
    V: View,
    D: Contains<V::Table>,
    O: Output<V::Item>,
{
    type Item = O::Item;

    async fn next(&mut self) -> Result<Option<Vec<O::Item>>, Error> {
        while let Next::From(start) = &self.next {
            let found = self
                .store
                .query_once(&self.plan, self.store.target(&self.request), self.evaluate, start.clone())
                .await?;
            let mut items = Vec::with_capacity(found.items.len());
            for item in found.items {
                items.extend(self.store.shown::<V, O>(&self.plan, item)?);
            }
            self.next = found.last.map_or(Next::AtEnd, |last| Next::From(Some(last)));
            let is_sparse = self.plan.limit.is_some_and(|limit| items.len() < limit as usize);
            self.evaluate =
                if is_sparse { self.evaluate.map(|items| items.saturating_mul(2)) } else { self.plan.limit };
            if !items.is_empty() {
                return Ok(Some(items));
            }
        }
        Ok(None)
    }
}
