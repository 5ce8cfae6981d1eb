//! All shards of a partition, read side by side and merged.

use std::cmp::Ordering;
use std::collections::VecDeque;

use futures::{StreamExt as _, TryStreamExt as _, stream};

use super::AllShards;
use super::offset::{Last, Position, ShardedOffset};
use crate::capacity::Units;
use crate::error::Error;
use crate::query::offset::Offset;
use crate::query::page::Page;
use crate::query::plan::{Plan, Request};
use crate::query::read_pages::{PAGE_QUERIES, ReadPages};
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::view::{Shard, ShardedView, key_text};

/// How many shards are asked at once.
const PARALLEL: usize = 32;

impl<V: ShardedView> ReadPages<V> for AllShards {
    async fn page<D>(
        store: &Store<D>,
        plan: Plan,
        open: V::Open,
        after: Option<ShardedOffset<V>>,
    ) -> Result<Page<V, Self>, Error>
    where
        D: Database + Contains<V::Table>,
    {
        Merge::begin(store, &plan, &open, after)?.page().await
    }

    async fn all<D>(
        store: &Store<D>,
        plan: Plan,
        open: V::Open,
        after: Option<ShardedOffset<V>>,
    ) -> Result<Vec<V::Item>, Error>
    where
        D: Database + Contains<V::Table>,
    {
        Merge::begin(store, &plan, &open, after)?.all().await
    }
}

/// An item that was read and not yet listed.
struct Waiting<V: ShardedView> {
    sort_key: String,
    place: Offset<V>,
    item: V::Item,
}

struct ShardReader<V: ShardedView> {
    shard: Shard,
    request: Request<V>,
    /// How far it was listed.
    listed: Position<V>,
    /// How far it was read.
    read: Position<V>,
    waiting: VecDeque<Waiting<V>>,
}

/// Many sorted lists on their way to become one.
struct Merge<'a, V: ShardedView, D: Database> {
    store: &'a Store<D>,
    plan: &'a Plan,
    readers: Vec<ShardReader<V>>,
    last: Option<Last>,
    units: Units,
}

impl<'a, V, D> Merge<'a, V, D>
where
    V: ShardedView,
    D: Contains<V::Table>,
{
    fn begin(
        store: &'a Store<D>,
        plan: &'a Plan,
        open: &V::Open,
        after: Option<ShardedOffset<V>>,
    ) -> Result<Self, Error> {
        let (last, positions) = after.map_or((None, Vec::new()), |after| (after.last, after.shards));
        let positions = positions.into_iter().chain(std::iter::repeat_with(|| Position::NotBegun));
        let readers = Shard::all(V::SHARDS)
            .zip(positions)
            .map(|(shard, position)| {
                let request = plan.request(V::in_shard(open, shard))?;
                let (listed, read) = (position.clone(), position);
                Ok(ShardReader { shard, request, listed, read, waiting: VecDeque::new() })
            })
            .collect::<Result<_, Error>>()?;
        Ok(Self { store, plan, readers, last, units: Units::default() })
    }

    /// Lists until the page is full, or a shard has too much that goes unseen. Without a limit, a page is what one reading of
    /// each shard can decide.
    async fn page(mut self) -> Result<Page<V, AllShards>, Error> {
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
        Ok(Page { items, next: self.into_offset(), units })
    }

    async fn all(mut self) -> Result<Vec<V::Item>, Error> {
        let mut items = Vec::new();
        loop {
            self.refill().await?;
            self.list(&mut items, usize::MAX);
            if !self.is_undecided() {
                return Ok(items);
            }
        }
    }

    /// Lists what waits, as far as its order is certain.
    fn list(&mut self, items: &mut Vec<V::Item>, most: usize) {
        while items.len() < most
            && !self.is_undecided()
            && let Some(item) = self.next()
        {
            items.push(item);
        }
    }

    /// Whether a shard may have an item that comes before all that wait.
    fn is_undecided(&self) -> bool {
        self.readers.iter().any(ShardReader::is_dry)
    }

    async fn refill(&mut self) -> Result<(), Error> {
        let Self { store, plan, readers, last, units } = self;
        // An even share, and one more since shares are not even.
        let step = plan.limit.map(|limit| limit.div_ceil(u32::from(V::SHARDS)).saturating_add(1));
        let dry = readers.iter_mut().filter(|reader| reader.is_dry());
        let refills: Vec<_> = dry.map(|reader| reader.refill(store, plan, step, last.as_ref())).collect();
        units.read += stream::iter(refills)
            .buffer_unordered(PARALLEL)
            .try_fold(0.0, |sum, read| async move { Ok(sum + read) })
            .await?;
        Ok(())
    }

    /// The first of all that wait.
    fn next(&mut self) -> Option<V::Item> {
        let plan = self.plan;
        let next = self
            .readers
            .iter_mut()
            .filter(|reader| !reader.waiting.is_empty())
            .min_by(|one, other| plan.order(&one.head(), &other.head()))?;
        let Waiting { sort_key, place, item } = next.waiting.pop_front()?;
        next.listed = Position::After(place);
        self.last = Some(Last { sort_key, shard: next.shard });
        Some(item)
    }

    fn into_offset(self) -> Option<ShardedOffset<V>> {
        let shards: Vec<_> = self.readers.into_iter().map(ShardReader::into_position).collect();
        let more = shards.iter().any(|position| !matches!(position, Position::AtEnd));
        more.then_some(ShardedOffset { last: self.last, shards })
    }
}

impl<V: ShardedView> ShardReader<V> {
    fn is_dry(&self) -> bool {
        self.waiting.is_empty() && !matches!(self.read, Position::AtEnd)
    }

    fn head(&self) -> (Option<&str>, Shard) {
        (self.waiting.front().map(|waiting| waiting.sort_key.as_str()), self.shard)
    }

    /// Reads on until something waits. As for a page, what goes unseen makes the next request twice as large.
    async fn refill<D>(
        &mut self,
        store: &Store<D>,
        plan: &Plan,
        mut evaluate: Option<u32>,
        last: Option<&Last>,
    ) -> Result<f64, Error>
    where
        D: Contains<V::Table>,
    {
        let mut read = 0.0;
        for _ in 0..PAGE_QUERIES {
            let after = match &self.read {
                Position::After(place) => Some(place),
                Position::NotBegun | Position::AtEnd => None,
            };
            let found = store.query_once(plan, &self.request, evaluate, after).await?;
            read += found.units.read;
            evaluate = evaluate.map(|items| items.saturating_mul(2));
            self.listed =
                std::mem::replace(&mut self.read, found.next.map_or(Position::AtEnd, Position::After));
            for item in found.items {
                let sort_key = key_text(&item, V::SORT_ATTRIBUTE)?.to_owned();
                let place = Offset::from_last_key(&item)?;
                let is_behind = last.is_some_and(|last| plan.is_behind(last, (&sort_key, self.shard)));
                if let Some(item) = store.shown::<V>(plan, item)?.filter(|_| !is_behind) {
                    self.waiting.push_back(Waiting { sort_key, place, item });
                }
            }
            if !self.is_dry() {
                break;
            }
        }
        Ok(read)
    }

    /// How far it is done with: what was read and does not wait is listed, or not to be.
    fn into_position(self) -> Position<V> {
        if self.waiting.is_empty() { self.read } else { self.listed }
    }
}

impl Plan {
    fn order<T: Ord>(&self, one: &T, other: &T) -> Ordering {
        let ascending = one.cmp(other);
        if self.ascending { ascending } else { ascending.reverse() }
    }

    /// Whether an item belongs before the last one listed: it was written since.
    fn is_behind(&self, last: &Last, (sort_key, shard): (&str, Shard)) -> bool {
        self.order(&(sort_key, shard), &(last.sort_key.as_str(), last.shard)).is_lt()
    }
}
