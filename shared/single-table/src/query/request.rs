//! A single `Query` request.

use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::types::{ReturnConsumedCapacity, Select};
use futures::future::{BoxFuture, FutureExt as _};

use super::offset::Offset;
use super::plan::{Plan, Request};
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::expression::Placeholders;
use crate::item::KeyAttributes;
use crate::read::Output;
use crate::store::{Store, in_span};
use crate::table::{Contains, Database, Table};
use crate::view::{Listed, View, has_expired};

/// The answer to a single request.
pub(super) struct Found {
    pub(super) items: Vec<Item>,
    /// The last evaluated key; `None` at the end.
    pub(super) last: Option<Item>,
    pub(super) units: Units,
}

/// A partition of a view, as requests name it. The code that sends requests and reads their answers takes it instead of the view as a
/// type parameter, so that code is compiled once, and not for each view.
#[derive(Clone, Copy)]
pub(super) struct Target<'r> {
    table: &'r str,
    entities: &'static [&'static str],
    index: Option<&'static str>,
    key_condition: &'r str,
    placeholders: &'r Placeholders,
}

impl<V: View> Request<V> {
    /// Returns the exclusive start key of a place.
    pub(super) fn start(&self, after: &Offset<V>) -> Result<Item, Error> {
        let mut keys = KeyAttributes::new();
        V::start_key(&self.partition, &after.0, &mut keys);
        keys.into_item()
    }
}

/// Returns true if the library has to drop items of other entities itself, because the table has no type attribute to filter by.
pub(super) const fn sorts_out<V: View>() -> bool {
    V::MIXED && V::Table::TYPE.is_none()
}

impl<D: Database> Store<D> {
    /// Returns the partition that a request reads.
    pub(super) fn target<'r, V>(&'r self, request: &'r Request<V>) -> Target<'r>
    where
        V: View,
        D: Contains<V::Table>,
    {
        Target {
            table: self.table::<V::Table>(),
            entities: <V::Item as Listed>::ENTITIES,
            index: V::INDEX.map(|index| index.name),
            key_condition: &request.key_condition,
            placeholders: &request.placeholders,
        }
    }

    /// Reads items; DynamoDB evaluates at most `limit` of them.
    ///
    /// The future is boxed, so that it is not compiled into the reads of each view.
    pub(super) fn query_once<'r>(
        &'r self,
        plan: &'r Plan,
        target: Target<'r>,
        limit: Option<u32>,
        start: Option<Item>,
    ) -> BoxFuture<'r, Result<Found, Error>> {
        async move {
            let (answer, units) = self.query_answer(plan, target, limit, start, None).await?;
            Ok(Found { items: answer.items.unwrap_or_default(), last: answer.last_evaluated_key, units })
        }
        .boxed()
    }

    /// Counts the items of a partition, with as many requests as needed.
    pub(super) async fn query_count<V>(
        &self,
        plan: &Plan,
        partition: V::Partition,
        after: Option<Offset<V>>,
    ) -> Result<u64, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let request = plan.request::<V>(partition)?;
        let mut start = after.map(|after| request.start(&after)).transpose()?;
        let target = self.target(&request);
        let mut count = 0;
        loop {
            let (answer, _) = self.query_answer(plan, target, plan.limit, start, Some(Select::Count)).await?;
            count += u64::try_from(answer.count).unwrap_or(0);
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(count);
            }
        }
    }

    async fn query_answer(
        &self,
        plan: &Plan,
        Target { table, entities, index, key_condition, placeholders }: Target<'_>,
        limit: Option<u32>,
        start: Option<Item>,
        select: Option<Select>,
    ) -> Result<(QueryOutput, Units), Error> {
        let builder = self
            .client
            .query()
            .table_name(table)
            .set_index_name(index.map(str::to_owned))
            .key_condition_expression(key_condition)
            .set_filter_expression(plan.filter.clone())
            .set_projection_expression(plan.projection.clone())
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_select(select)
            .scan_index_forward(plan.ascending)
            .set_limit(limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
            .set_exclusive_start_key(start)
            .set_consistent_read(plan.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = in_span(entities, index, plan.customize.apply(builder).send()).await;
        self.received(entities, index, answer)
    }

    /// Decodes an item. Returns `None` if the query leaves the item out, or if the item has expired.
    pub(super) fn shown<V, O>(&self, plan: &Plan, item: Item) -> Result<Option<O::Item>, Error>
    where
        V: View,
        O: Output<V::Item>,
    {
        let is_other = sorts_out::<V>() && !V::Item::lists(&item);
        if is_other || plan.sort.leaves_out(&item) {
            return Ok(None);
        }
        if plan.hide_expired && has_expired(&item, V::Table::TTL, self.now()) {
            return Ok(None);
        }
        O::read(item).map(Some)
    }
}
