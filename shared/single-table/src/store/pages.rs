//! Queries, page after page.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::Store;
use crate::Item;
use crate::capacity::{Access, Units, units};
use crate::database::{Contains, Database};
use crate::error::Error;
use crate::expression::Placeholders;
use crate::key_attributes::KeyAttributes;
use crate::offset::Offset;
use crate::query::{Page, Query};
use crate::sort_condition::SortCondition;
use crate::view::View;

/// How many queries one page may take when what they find has expired or is filtered out. What is left is the next
/// page's.
const PAGE_QUERIES: u32 = 8;

/// A query, made ready to be asked as often as it takes.
struct Plan<V: View> {
    partition: V::Partition,
    sort: SortCondition,
    key_condition: String,
    filter: Option<String>,
    placeholders: Placeholders,
    ascending: bool,
    limit: Option<u32>,
    consistent: bool,
    hide_expired: bool,
}

/// What one request found.
struct Found<V: View> {
    /// Each with its place, where more may come than were asked for.
    items: Vec<(Option<Offset<V>>, V::Item)>,
    next: Option<Offset<V>>,
    units: Units,
}

impl<D: Database> Store<D> {
    /// Reads a page of a view: one `Query`, and further ones only while what it found has expired or is filtered out, or
    /// DynamoDB stopped at its 1 MB, so that a page is full where enough follows.
    pub async fn page<V>(&self, query: Query<V>) -> Result<Page<V>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let (plan, after) = self.plan(query)?;
        self.page_of(&plan, after).await
    }

    /// Reads all of a query, page after page.
    pub async fn all<V>(&self, query: Query<V>) -> Result<Vec<V::Item>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let (plan, mut after) = self.plan(query)?;
        let mut items = Vec::new();
        loop {
            let page = self.page_of(&plan, after).await?;
            items.extend(page.items);
            after = page.next;
            if after.is_none() {
                return Ok(items);
            }
        }
    }

    fn plan<V: View>(&self, query: Query<V>) -> Result<(Plan<V>, Option<Offset<V>>), Error> {
        let Query { partition, sort, filter, ascending, limit, after, consistent, hide_expired } = query;
        let sort = sort?;
        let mut placeholders = Placeholders::default();
        let mut clauses: Vec<String> = V::partition(&partition)?
            .into_iter()
            .map(|(name, value)| format!("{} = {}", placeholders.name(name), placeholders.value(value)))
            .collect();
        clauses.extend(sort.render(&mut placeholders));
        let key_condition = clauses.join(" AND ");
        let filter = filter.map(|filter| filter(&mut placeholders, self.now())).transpose()?;
        let plan = Plan {
            partition,
            sort,
            key_condition,
            filter,
            placeholders,
            ascending,
            limit,
            consistent,
            hide_expired,
        };
        Ok((plan, after))
    }

    async fn page_of<V>(&self, plan: &Plan<V>, mut after: Option<Offset<V>>) -> Result<Page<V>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let mut items = Vec::new();
        let mut last = None;
        let mut evaluate = plan.limit;
        let mut spent = Units::default();
        for _ in 0..PAGE_QUERIES {
            // What goes unseen is likely followed by more of it: each query reads twice as much as the one before.
            let found = self.query_once(plan, evaluate, after.as_ref()).await?;
            evaluate = evaluate.map(|items| items.saturating_mul(2));
            spent.read += found.units.read;
            after = found.next;
            for (place, item) in found.items {
                if plan.hide_expired && !self.lives::<V>(&item) {
                    continue;
                }
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

    async fn query_once<V>(
        &self,
        plan: &Plan<V>,
        limit: Option<u32>,
        after: Option<&Offset<V>>,
    ) -> Result<Found<V>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let start = after
            .map(|after| V::start_key(&plan.partition, &after.0).map(KeyAttributes::into_item))
            .transpose()?;
        let index = V::INDEX.map(|index| index.name);
        let answer = self
            .client
            .query()
            .table_name(self.table::<V::Table>())
            .set_index_name(index.map(str::to_owned))
            .key_condition_expression(&plan.key_condition)
            .set_filter_expression(plan.filter.clone())
            .set_expression_attribute_names(plan.placeholders.names())
            .set_expression_attribute_values(plan.placeholders.values())
            .scan_index_forward(plan.ascending)
            .set_limit(limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
            .set_exclusive_start_key(start)
            .set_consistent_read(plan.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| Error::of_sdk(&error))?;
        let may_exceed = limit > plan.limit;
        let units = units(Access::Read, &answer.consumed_capacity);
        self.used("Query", V::ENTITIES, index, units);
        let items = answer
            .items
            .unwrap_or_default()
            .into_iter()
            .filter(|item| !plan.sort.leaves_out(item))
            .map(|item| {
                let place = may_exceed.then(|| Offset::from_last_key(&item)).transpose()?;
                Ok((place, V::decode(item)?))
            })
            .collect::<Result<_, Error>>()?;
        let next = answer.last_evaluated_key.as_ref().map(Offset::from_last_key).transpose()?;
        Ok(Found { items, next, units })
    }

    pub(super) fn lives<V: View>(&self, item: &V::Item) -> bool {
        V::expires(item).is_none_or(|expires| !expires.expired(self.now()))
    }
}

impl SortCondition {
    fn leaves_out(&self, item: &Item) -> bool {
        let but = self.but.as_ref();
        but.is_some_and(|(name, key)| item.get(*name).and_then(|value| value.as_s().ok()) == Some(key))
    }
}
