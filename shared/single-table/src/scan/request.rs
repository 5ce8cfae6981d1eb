//! One `Scan` request.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::key::ScanKey;
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::expression::Placeholders;
use crate::store::Store;
use crate::table::{Database, Table};
use crate::view::Listed;

/// A scan, made ready to be asked as often as it takes.
pub(crate) struct ScanPlan {
    pub(crate) table: String,
    pub(crate) index: Option<&'static str>,
    pub(crate) entities: &'static [&'static str],
    pub(crate) filter: Option<String>,
    /// Sorts the answer out, if no filter does.
    pub(crate) keep: Option<fn(&Item) -> bool>,
    pub(crate) placeholders: Placeholders,
    pub(crate) page_size: Option<u32>,
    pub(crate) consistent: bool,
}

/// Returns the function that keeps the items of a scan's entities, in a table without a type attribute to filter by.
pub(crate) fn keep_listed<L: Listed, T: Table>() -> Option<fn(&Item) -> bool> {
    T::TYPE.is_none().then_some(L::lists as fn(&Item) -> bool)
}

/// A part of a table that is scanned on its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) number: usize,
    pub(crate) of: usize,
}

/// What one request found.
pub(crate) struct RawPage {
    pub(crate) items: Vec<Item>,
    pub(crate) last: Option<ScanKey>,
    pub(crate) scanned: usize,
    pub(crate) units: Units,
}

impl<D: Database> Store<D> {
    pub(crate) async fn scan_once(
        &self,
        plan: &ScanPlan,
        segment: Option<Segment>,
        after: Option<&ScanKey>,
    ) -> Result<RawPage, Error> {
        let whole = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let answer = self
            .client
            .scan()
            .table_name(&plan.table)
            .set_index_name(plan.index.map(str::to_owned))
            .set_filter_expression(plan.filter.clone())
            .set_expression_attribute_names(plan.placeholders.names())
            .set_expression_attribute_values(plan.placeholders.values())
            .set_limit(plan.page_size.map(|items| i32::try_from(items).unwrap_or(i32::MAX)))
            .set_segment(segment.map(|segment| whole(segment.number)))
            .set_total_segments(segment.map(|segment| whole(segment.of)))
            .set_exclusive_start_key(after.map(ScanKey::to_item))
            .set_consistent_read(plan.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let (answer, units) = self.received(plan.entities, plan.index, answer)?;
        let mut items = answer.items.unwrap_or_default();
        if let Some(keep) = plan.keep {
            items.retain(keep);
        }
        Ok(RawPage {
            items,
            last: answer.last_evaluated_key.map(ScanKey::of).transpose()?,
            scanned: usize::try_from(answer.scanned_count).unwrap_or(0),
            units,
        })
    }
}
