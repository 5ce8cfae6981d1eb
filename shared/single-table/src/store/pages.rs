//! Queries, page after page.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::Store;
use crate::Item;
use crate::capacity::{Access, Units, units};
use crate::database::{Contains, Database};
use crate::error::Error;
use crate::expression::Placeholders;
use crate::filter;
use crate::key_attributes::KeyAttributes;
use crate::offset::Offset;
use crate::query::{Page, Query};
use crate::reach::Reach;
use crate::sort_condition::SortCondition;
use crate::view::{Listed, View};

/// How many queries one page may take when what they find has expired or is filtered out. What is left is the next
/// page's.
pub(super) const PAGE_QUERIES: u32 = 8;

/// A query of any partition, made ready to be asked as often as it takes.
#[derive(Debug)]
pub struct Plan {
    sort: SortCondition,
    /// The clauses of the key condition about the sort key.
    clauses: Vec<String>,
    filter: Option<String>,
    placeholders: Placeholders,
    pub(super) ascending: bool,
    pub(super) limit: Option<u32>,
    consistent: bool,
    hide_expired: bool,
}

/// A plan, what it is about, and where to go on.
type Planned<V, R> = (Plan, <R as Reach<V>>::Partition, Option<<R as Reach<V>>::Offset>);

/// What a plan asks of one partition.
pub(super) struct Request<V: View> {
    partition: V::Partition,
    key_condition: String,
    placeholders: Placeholders,
}

/// What one request found.
pub(super) struct Found<V: View> {
    pub(super) items: Vec<Item>,
    pub(super) next: Option<Offset<V>>,
    pub(super) units: Units,
}

impl Plan {
    pub(super) fn request<V: View>(&self, partition: V::Partition) -> Result<Request<V>, Error> {
        let mut placeholders = self.placeholders.clone();
        let mut clauses: Vec<String> = V::partition(&partition)?
            .into_iter()
            .map(|(name, value)| format!("{} = {}", placeholders.name(name), placeholders.value(value)))
            .collect();
        clauses.extend_from_slice(&self.clauses);
        Ok(Request { partition, key_condition: clauses.join(" AND "), placeholders })
    }
}

impl<D: Database> Store<D> {
    /// Reads a page of a view: one `Query`, and further ones only while what it found has expired or is filtered out, or
    /// DynamoDB stopped at its 1 MB, so that a page is full where enough follows.
    ///
    /// The shards of a [`ShardedQuery`](crate::ShardedQuery) are read side by side, and merged.
    pub async fn page<V, R>(&self, query: Query<V, R>) -> Result<Page<V, R>, Error>
    where
        V: View,
        R: Reach<V>,
        D: Contains<V::Table>,
    {
        let (plan, partition, after) = self.plan(query)?;
        R::page(self, plan, partition, after).await
    }

    /// Reads all of a query, page after page.
    pub async fn all<V, R>(&self, query: Query<V, R>) -> Result<Vec<V::Item>, Error>
    where
        V: View,
        R: Reach<V>,
        D: Contains<V::Table>,
    {
        let (plan, partition, after) = self.plan(query)?;
        R::all(self, plan, partition, after).await
    }

    fn plan<V: View, R: Reach<V>>(&self, query: Query<V, R>) -> Result<Planned<V, R>, Error> {
        let Query { partition, sort, filter, ascending, limit, after, consistent, hide_expired, .. } = query;
        let (partition, sort) = (partition?, sort?);
        if limit == Some(0) {
            return Err(Error::ZeroLimit);
        }
        let mut placeholders = Placeholders::default();
        let clauses = sort.render(&mut placeholders);
        let entities = V::MIXED.then_some(<V::Item as Listed>::ENTITIES);
        let filter = filter::expression(entities, filter, &mut placeholders, self.now())?;
        let plan = Plan { sort, clauses, filter, placeholders, ascending, limit, consistent, hide_expired };
        Ok((plan, partition, after))
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
            .await
            .map_err(|error| Error::of_sdk(&error))?;
        let units = units(Access::Read, &answer.consumed_capacity);
        self.used("Query", <V::Item as Listed>::ENTITIES, index, units);
        let next = answer.last_evaluated_key.as_ref().map(Offset::from_last_key).transpose()?;
        Ok(Found { items: answer.items.unwrap_or_default(), next, units })
    }

    /// What an item is, where the query asks for it and it has not expired.
    pub(super) fn shown<V: View>(&self, plan: &Plan, item: Item) -> Result<Option<V::Item>, Error> {
        if plan.sort.leaves_out(&item) {
            return Ok(None);
        }
        let item = V::Item::from_item(item)?;
        Ok((!plan.hide_expired || self.lives::<V>(&item)).then_some(item))
    }

    pub(super) fn lives<V: View>(&self, item: &V::Item) -> bool {
        item.expiry().is_none_or(|expires| !expires.expired(self.now()))
    }
}

impl SortCondition {
    fn leaves_out(&self, item: &Item) -> bool {
        let but = self.but.as_ref();
        but.is_some_and(|(name, key)| item.get(*name).and_then(|value| value.as_s().ok()) == Some(key))
    }
}
