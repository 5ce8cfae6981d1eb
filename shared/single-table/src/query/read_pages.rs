//! Pages of a query, read from the table.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::builder::Query;
use super::offset::Offset;
use super::page::Page;
use super::plan::{Plan, Request};
use super::reach::{OnePartition, Reach};
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::item::KeyAttributes;
use crate::store::Store;
use crate::table::{Contains, Database, Table};
use crate::view::{Listed, View, is_shown};

/// How many queries one page may take when what they find has expired or is filtered out. What is left is the next
/// page's.
pub(super) const PAGE_QUERIES: u32 = 8;

/// What one request found.
pub(super) struct Found<V: View> {
    pub(super) items: Vec<Item>,
    pub(super) next: Option<Offset<V>>,
    pub(super) units: Units,
}

/// Reads the pages of a query with this reach.
pub trait ReadPages<V: View>: Reach<V> {
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

impl<V: View> ReadPages<V> for OnePartition {
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

impl<D: Database> Store<D> {
    /// Reads a page of a view: one `Query`, and further ones only while what it found has expired or is filtered out, or
    /// DynamoDB stopped at its 1 MB, so that a page is full where enough follows.
    ///
    /// The shards of a [`ShardedQuery`](crate::query::ShardedQuery) are read side by side, and merged.
    pub async fn page<V, R>(&self, query: Query<V, R>) -> Result<Page<V, R>, Error>
    where
        V: View,
        R: ReadPages<V>,
        D: Contains<V::Table>,
    {
        let (plan, partition, after) = Plan::of(query, self.now())?;
        R::page(self, plan, partition, after).await
    }

    /// Reads all of a query, page after page.
    pub async fn all<V, R>(&self, query: Query<V, R>) -> Result<Vec<V::Item>, Error>
    where
        V: View,
        R: ReadPages<V>,
        D: Contains<V::Table>,
    {
        let (plan, partition, after) = Plan::of(query, self.now())?;
        R::all(self, plan, partition, after).await
    }

    pub(crate) async fn page_of<V>(
        &self,
        plan: &Plan,
        partition: V::Partition,
        mut after: Option<Offset<V>>,
    ) -> Result<Page<V>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let request = plan.request::<V>(partition)?;
        let mut items = Vec::new();
        let mut last = None;
        let mut evaluate = plan.limit;
        let mut spent = Units::default();
        for _ in 0..PAGE_QUERIES {
            // What goes unseen is likely followed by more of it: each query reads twice as much as the one before.
            let found = self.query_once(plan, &request, evaluate, after.as_ref()).await?;
            let may_exceed = evaluate > plan.limit;
            evaluate = evaluate.map(|items| items.saturating_mul(2));
            spent.read += found.units.read;
            after = found.next;
            for item in found.items {
                let place = may_exceed.then(|| Offset::from_last_key(&item)).transpose()?;
                let Some(item) = self.shown::<V>(plan, item)? else { continue };
                if plan.limit.is_some_and(|limit| items.len() >= limit as usize) {
                    return Ok(Page { items, next: last, units: spent });
                }
                items.push(item);
                last = place;
            }
            let full = plan.limit.is_some_and(|limit| items.len() >= limit as usize);
            if full || after.is_none() {
                break;
            }
        }
        Ok(Page { items, next: after, units: spent })
    }

    pub(super) async fn query_once<V>(
        &self,
        plan: &Plan,
        request: &Request<V>,
        limit: Option<u32>,
        after: Option<&Offset<V>>,
    ) -> Result<Found<V>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let start = after
            .map(|after| {
                let mut keys = KeyAttributes::new();
                V::start_key(&request.partition, &after.0, &mut keys);
                keys.into_item()
            })
            .transpose()?;
        let index = V::INDEX.map(|index| index.name);
        let answer = self
            .client
            .query()
            .table_name(self.table::<V::Table>())
            .set_index_name(index.map(str::to_owned))
            .key_condition_expression(&request.key_condition)
            .set_filter_expression(plan.filter.clone())
            .set_expression_attribute_names(request.placeholders.names())
            .set_expression_attribute_values(request.placeholders.values())
            .scan_index_forward(plan.ascending)
            .set_limit(limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
            .set_exclusive_start_key(start)
            .set_consistent_read(plan.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let (answer, units) = self.received(<V::Item as Listed>::ENTITIES, index, answer)?;
        let next = answer.last_evaluated_key.as_ref().map(Offset::from_last_key).transpose()?;
        Ok(Found { items: answer.items.unwrap_or_default(), next, units })
    }

    /// What an item is, where the query asks for it and it has not expired.
    pub(super) fn shown<V: View>(&self, plan: &Plan, item: Item) -> Result<Option<V::Item>, Error> {
        let is_other = V::MIXED && V::Table::TYPE.is_none() && !V::Item::lists(&item);
        if is_other || plan.sort.leaves_out(&item) {
            return Ok(None);
        }
        let item = V::Item::from_item(item)?;
        Ok((!plan.hide_expired || is_shown(&item, self.now())).then_some(item))
    }
}
