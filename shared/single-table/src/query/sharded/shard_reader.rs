//! Reads one shard for a query of all shards.

use std::collections::VecDeque;

use super::offset::{Last, Position};
use crate::Item;
use crate::error::Error;
use crate::item::ordered_text;
use crate::query::fill::PAGE_QUERIES;
use crate::query::offset::Offset;
use crate::query::plan::{Plan, Request};
use crate::read::Output;
use crate::store::Store;
use crate::table::Contains;
use crate::view::{Shard, ShardedView};

/// An item that was read but not yet listed.
pub(super) struct Waiting<V: ShardedView, O: Output<V::Item>> {
    pub(super) sort_key: String,
    place: Result<Offset<V>, Error>,
    pub(super) item: O::Item,
}

/// Reads a shard ahead of the merged list.
pub(super) struct ShardReader<V: ShardedView, O: Output<V::Item>> {
    pub(super) shard: Shard,
    request: Request<V>,
    /// The position after the last listed item. A lenient query may list an item whose key is not a place in the view.
    listed: Result<Position<V>, Error>,
    /// The position after the last item that was read.
    read: Position<V>,
    waiting: VecDeque<Waiting<V, O>>,
}

impl<V: ShardedView, O: Output<V::Item>> ShardReader<V, O> {
    pub(super) fn new(shard: Shard, request: Request<V>, position: Position<V>) -> Self {
        Self { shard, request, listed: Ok(position.clone()), read: position, waiting: VecDeque::new() }
    }

    /// Returns true if no item waits but the shard may have more.
    pub(super) fn is_dry(&self) -> bool {
        self.waiting.is_empty() && !matches!(self.read, Position::AtEnd)
    }

    /// Returns true if an item waits.
    pub(super) fn waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns the sort key of the first waiting item, and the shard.
    pub(super) fn head(&self) -> (Option<&str>, Shard) {
        (self.waiting.front().map(|waiting| waiting.sort_key.as_str()), self.shard)
    }

    /// Takes the first waiting item, which is then listed.
    pub(super) fn take(&mut self) -> Option<Waiting<V, O>> {
        let mut next = self.waiting.pop_front()?;
        let no_place = Error::Response { what: "an item without a place".to_owned() };
        self.listed = std::mem::replace(&mut next.place, Err(no_place)).map(Position::After);
        Some(next)
    }

    /// Reads until an item waits, and returns the read units. As for a page, hidden items make the next request twice as large.
    pub(super) async fn refill<D>(
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
            let start = match &self.read {
                Position::After(place) => Some(self.request.start(place)?),
                Position::NotBegun | Position::AtEnd => None,
            };
            let found = store.query_once(plan, store.target(&self.request), evaluate, start).await?;
            read += found.units.read;
            evaluate = evaluate.map(|items| items.saturating_mul(2));
            let next = found.last.as_ref().map(Offset::from_last_key).transpose()?;
            self.listed =
                Ok(std::mem::replace(&mut self.read, next.map_or(Position::AtEnd, Position::After)));
            for item in found.items {
                let sort_key = sort_text::<V>(&item)?;
                let place = Offset::from_last_key(&item);
                let is_behind = last.is_some_and(|last| plan.is_behind(last, (&sort_key, self.shard)));
                if let Some(item) = store.shown::<V, O>(plan, item)?.filter(|_| !is_behind) {
                    self.waiting.push_back(Waiting { sort_key, place, item });
                }
            }
            if !self.is_dry() {
                break;
            }
        }
        Ok(read)
    }

    /// Returns the position after all listed and hidden items.
    pub(super) fn into_position(self) -> Result<Position<V>, Error> {
        if self.waiting.is_empty() { Ok(self.read) } else { self.listed }
    }
}

/// The text of an item in an index without a sort key. All items are equal there, so shards follow each other.
const WITHOUT_SORT_KEY: &str = "-";

/// Returns a text by which items have the order of the index.
fn sort_text<V: ShardedView>(item: &Item) -> Result<String, Error> {
    let Some(attribute) = V::SORT_ATTRIBUTE else { return Ok(WITHOUT_SORT_KEY.to_owned()) };
    let text = item.get(attribute.name).and_then(ordered_text);
    text.ok_or_else(|| Error::Response {
        what: format!("an item of an index without its sort key {}", attribute.name),
    })
}
