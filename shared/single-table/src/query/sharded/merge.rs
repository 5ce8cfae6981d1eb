//! Reads all shards of a partition at the same time, and merges their items.

use std::cmp::Ordering;

use futures::{StreamExt as _, TryStreamExt as _, stream};

use super::AllShards;
use super::offset::{Last, Position, ShardedOffset};
use super::shard_reader::{ShardReader, Waiting};
use crate::capacity::Units;
use crate::error::Error;
use crate::query::page::Page;
use crate::query::plan::Plan;
use crate::query::read_pages::ReadPages;
use crate::read::{Output, Reader};
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::view::{Shard, ShardedView};

/// The number of shards that are read at the same time.
const PARALLEL: usize = 32;

impl<V: ShardedView> ReadPages<V> for AllShards {
    async fn page<D: Contains<V::Table>, O: Output<V::Item>>(
        store: &Store<D>,
        plan: Plan,
        open: V::Open,
        after: Option<ShardedOffset<V>>,
    ) -> Result<Page<V, Self, O>, Error> {
        Merge::<V, D, O>::begin(store.clone(), plan, &open, after)?.page().await
    }

    fn reader<D: Contains<V::Table>, O: Output<V::Item>>(
        store: Store<D>,
        plan: Plan,
        open: V::Open,
        after: Option<ShardedOffset<V>>,
    ) -> Result<impl Reader<Item = O::Item> + 'static, Error> {
        Merge::<V, D, O>::begin(store, plan, &open, after)
    }

    /// Returns false after a place. DynamoDB would also count items that were written later but belong before the place, which no
    /// page contains.
    fn is_counted_by_dynamodb(after: Option<&ShardedOffset<V>>) -> bool {
        after.is_none()
    }

    async fn count<D: Contains<V::Table>>(
        store: &Store<D>,
        plan: Plan,
        open: V::Open,
        _after: Option<ShardedOffset<V>>,
    ) -> Result<u64, Error> {
        let shards: Vec<_> = Shard::all(V::SHARDS).map(|shard| V::in_shard(&open, shard)).collect();
        let counts: Vec<_> =
            shards.into_iter().map(|shard| store.query_count::<V>(&plan, shard, None)).collect();
        stream::iter(counts)
            .buffer_unordered(PARALLEL)
            .try_fold(0, |sum, count| async move { Ok(sum + count) })
            .await
    }
}

/// The sorted lists of all shards, to be merged into one.
struct Merge<V: ShardedView, D: Database, O: Output<V::Item>> {
    store: Store<D>,
    plan: Plan,
    readers: Vec<ShardReader<V, O>>,
    last: Option<Last>,
    units: Units,
}

impl<V, D, O> Merge<V, D, O>
where
    V: ShardedView,
    D: Contains<V::Table>,
    O: Output<V::Item>,
{
    fn begin(
        store: Store<D>,
        plan: Plan,
        open: &V::Open,
        after: Option<ShardedOffset<V>>,
    ) -> Result<Self, Error> {
        let (last, positions) = after.map_or((None, Vec::new()), |after| (after.last, after.shards));
        let positions = positions.into_iter().chain(std::iter::repeat_with(|| Position::NotBegun));
        let readers = Shard::all(V::SHARDS)
            .zip(positions)
            .map(|(shard, position)| {
                Ok(ShardReader::new(shard, plan.request(V::in_shard(open, shard))?, position))
            })
            .collect::<Result<_, Error>>()?;
        Ok(Self { store, plan, readers, last, units: Units::default() })
    }

    /// Lists items until the page is full, or until a shard has too many hidden items. Without a limit, a page contains the items
    /// of one request to each shard, as far as their order is certain.
    async fn page(mut self) -> Result<Page<V, AllShards, O>, Error> {
        let most = self.plan.limit.map(|limit| limit as usize);
        let mut items = Vec::new();
        loop {
            self.refill().await?;
            let stuck = self.is_undecided();
            self.list(&mut items, most.unwrap_or(usize::MAX));
            if stuck || !self.is_undecided() || most.is_none_or(|most| items.len() >= most) {
                break;
            }
        }
        let units = self.units;
        Ok(Page { items, next: self.into_offset()?, units })
    }

    /// Lists the waiting items whose order is certain.
    fn list(&mut self, items: &mut Vec<O::Item>, most: usize) {
        while items.len() < most
            && !self.is_undecided()
            && let Some(item) = self.next_item()
        {
            items.push(item);
        }
    }

    /// Returns true if a shard may have an item that comes before all waiting items.
    fn is_undecided(&self) -> bool {
        self.readers.iter().any(ShardReader::is_dry)
    }

    async fn refill(&mut self) -> Result<(), Error> {
        let Self { store, plan, readers, last, units } = self;
        // Reads an equal share of each shard, and one item more because shards are not exactly equal.
        let step = plan.limit.map(|limit| limit.div_ceil(u32::from(V::SHARDS)).saturating_add(1));
        let dry = readers.iter_mut().filter(|reader| reader.is_dry());
        let refills: Vec<_> = dry.map(|reader| reader.refill(store, plan, step, last.as_ref())).collect();
        units.read += stream::iter(refills)
            .buffer_unordered(PARALLEL)
            .try_fold(0.0, |sum, read| async move { Ok(sum + read) })
            .await?;
        Ok(())
    }

    /// Takes the first of all waiting items.
    fn next_item(&mut self) -> Option<O::Item> {
        let plan = &self.plan;
        let next = self
            .readers
            .iter_mut()
            .filter(|reader| reader.waits())
            .min_by(|one, other| plan.order(&one.head(), &other.head()))?;
        let Waiting { sort_key, item, .. } = next.take()?;
        self.last = Some(Last { sort_key, shard: next.shard });
        Some(item)
    }

    fn into_offset(self) -> Result<Option<ShardedOffset<V>>, Error> {
        let shards: Vec<_> =
            self.readers.into_iter().map(ShardReader::into_position).collect::<Result<_, _>>()?;
        let more = shards.iter().any(|position| !matches!(position, Position::AtEnd));
        Ok(more.then_some(ShardedOffset { last: self.last, shards }))
    }
}

impl<V, D, O> Reader for Merge<V, D, O>
where
    V: ShardedView,
    D: Contains<V::Table>,
    O: Output<V::Item>,
{
    type Item = O::Item;

    async fn next(&mut self) -> Result<Option<Vec<O::Item>>, Error> {
        loop {
            self.refill().await?;
            let mut items = Vec::new();
            self.list(&mut items, usize::MAX);
            if !items.is_empty() {
                return Ok(Some(items));
            }
            if !self.is_undecided() {
                return Ok(None);
            }
        }
    }
}

impl Plan {
    fn order<T: Ord>(&self, one: &T, other: &T) -> Ordering {
        let ascending = one.cmp(other);
        if self.ascending { ascending } else { ascending.reverse() }
    }

    /// Returns true if an item was written after the last one was listed, but belongs before it.
    pub(super) fn is_behind(&self, last: &Last, (sort_key, shard): (&str, Shard)) -> bool {
        self.order(&(sort_key, shard), &(last.sort_key.as_str(), last.shard)).is_lt()
    }
}
