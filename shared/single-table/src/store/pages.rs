//! Queries, page after page.

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};

use super::Store;
use crate::capacity::{Access, Units, units};
use crate::entity::Entity;
use crate::error::Error;
use crate::expression::Placeholders;
use crate::item;
use crate::key_attributes::KeyAttributes;
use crate::offset::Offset;
use crate::query::{Page, Query, SortCondition};
use crate::table::Table;
use crate::view::View;

/// How many queries one page may take when what they find has expired. What is left is the next page's.
const PAGE_QUERIES: u32 = 8;

impl<T: Table> Store<T> {
    /// Reads a page of a view: one `Query`, and further ones only while what it found has expired or DynamoDB stopped at
    /// its 1 MB, so that a page is full where enough follows.
    pub async fn page<V>(&self, query: Query<V>) -> Result<Page<V>, Error>
    where
        V: View,
        V::Entity: Entity<Table = T>,
    {
        let Query { partition, sort, ascending, limit, mut after, consistent, hide_expired } = query;
        let sort = sort?;
        let mut items = Vec::new();
        let mut spent = Units::default();
        for _ in 0..PAGE_QUERIES {
            let wanted =
                limit.map(|limit| limit.saturating_sub(u32::try_from(items.len()).unwrap_or(u32::MAX)));
            let step = Step {
                partition: &partition,
                sort: &sort,
                ascending,
                limit: wanted,
                after: after.as_ref(),
                consistent,
            };
            let (found, next, units) = self.query_once::<V>(step).await?;
            spent.read += units.read;
            items.extend(found.into_iter().filter(|entity| !hide_expired || self.live(entity)));
            after = next;
            let full = limit.is_some_and(|limit| items.len() >= limit as usize);
            if full || after.is_none() {
                break;
            }
        }
        Ok(Page { items, next: after, units: spent })
    }

    /// Reads all of a query, page after page.
    pub async fn all<V>(&self, mut query: Query<V>) -> Result<Vec<V::Entity>, Error>
    where
        V: View,
        V::Entity: Entity<Table = T>,
    {
        let (partition, sort) = (query.partition.clone(), query.sort.clone());
        let (ascending, limit, consistent, hide_expired) =
            (query.ascending, query.limit, query.consistent, query.hide_expired);
        let mut items = Vec::new();
        loop {
            let page = self.page(query).await?;
            items.extend(page.items);
            if page.next.is_none() {
                return Ok(items);
            }
            query = Query {
                partition: partition.clone(),
                sort: sort.clone(),
                ascending,
                limit,
                after: page.next,
                consistent,
                hide_expired,
            };
        }
    }

    async fn query_once<V>(
        &self,
        step: Step<'_, V>,
    ) -> Result<(Vec<V::Entity>, Option<Offset<V>>, Units), Error>
    where
        V: View,
        V::Entity: Entity<Table = T>,
    {
        let mut placeholders = Placeholders::default();
        let condition = key_condition::<V>(step.partition, step.sort, &mut placeholders)?;
        let start = step
            .after
            .map(|after| V::start_key(step.partition, &after.0).map(KeyAttributes::into_item))
            .transpose()?;
        let index = V::INDEX.map(|index| index.name);
        let answer = self
            .client
            .query()
            .table_name(&*self.name)
            .set_index_name(index.map(str::to_owned))
            .key_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .scan_index_forward(step.ascending)
            .set_limit(step.limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
            .set_exclusive_start_key(start)
            .set_consistent_read(step.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| Error::of_sdk(&error))?;
        let units = units(Access::Read, &answer.consumed_capacity);
        self.used("Query", &[V::Entity::NAME.as_str()], index, units);
        let items =
            answer.items.unwrap_or_default().into_iter().map(item::decode).collect::<Result<_, _>>()?;
        let next = answer.last_evaluated_key.as_ref().map(Offset::from_last_key).transpose()?;
        Ok((items, next, units))
    }
}

struct Step<'a, V: View> {
    partition: &'a V::Partition,
    sort: &'a SortCondition,
    ascending: bool,
    limit: Option<u32>,
    after: Option<&'a Offset<V>>,
    consistent: bool,
}

/// `KeyConditionExpression` of a query.
fn key_condition<V: View>(
    partition: &V::Partition,
    sort: &SortCondition,
    placeholders: &mut Placeholders,
) -> Result<String, Error> {
    let (name, value) = V::partition(partition)?;
    let partition = format!("{} = {}", placeholders.name(name), placeholders.value(AttributeValue::S(value)));
    if matches!(sort, SortCondition::Any) {
        return Ok(partition);
    }
    let name = placeholders.name(V::SORT_KEY);
    let mut value = |text: &str| placeholders.value(AttributeValue::S(text.to_owned()));
    let sort = match sort {
        SortCondition::Any => return Ok(partition),
        SortCondition::BeginsWith(prefix) => format!("begins_with({name}, {})", value(prefix)),
        SortCondition::AtLeast(low) => format!("{name} >= {}", value(low)),
        SortCondition::AtMost(high) => format!("{name} <= {}", value(high)),
        SortCondition::Between(low, high) => format!("{name} BETWEEN {} AND {}", value(low), value(high)),
    };
    Ok(format!("{partition} AND {sort}"))
}
