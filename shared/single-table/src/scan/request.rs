//! A single `Scan` request.

use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::types::{ReturnConsumedCapacity, Select};

use super::key::ScanKey;
use super::segment::Segment;
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::expression::Placeholders;
use crate::store::{Customize, Store, in_span};
use crate::table::{Database, Table};
use crate::view::Listed;

/// A scan that is ready to be sent, page after page.
pub(crate) struct ScanPlan {
    pub(crate) table: String,
    pub(crate) index: Option<&'static str>,
    pub(crate) entities: &'static [&'static str],
    pub(crate) filter: Option<String>,
    /// Drops items of other entities from the answer, if no filter expression does.
    pub(crate) keep: Option<fn(&Item) -> bool>,
    pub(crate) projection: Option<String>,
    pub(crate) placeholders: Placeholders,
    pub(crate) page_size: Option<u32>,
    pub(crate) consistent: bool,
    /// The segment that is scanned. A parallel scan sets the segment of each request itself.
    pub(crate) segment: Option<Segment>,
    pub(crate) customize: Customize<ScanFluentBuilder>,
}

/// Returns the function that keeps the items of a scan's entities, in a table without a type attribute to filter by.
pub(crate) fn keep_listed<L: Listed, T: Table>() -> Option<fn(&Item) -> bool> {
    T::TYPE.is_none().then_some(L::lists as fn(&Item) -> bool)
}

/// The answer to a single request.
pub(crate) struct RawPage {
    pub(super) segment: Option<Segment>,
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
        let (answer, units) = self.scan_answer(plan, segment, after, None).await?;
        let mut items = answer.items.unwrap_or_default();
        if let Some(keep) = plan.keep {
            items.retain(keep);
        }
        Ok(RawPage {
            segment,
            items,
            last: answer.last_evaluated_key.map(ScanKey::of).transpose()?,
            scanned: usize::try_from(answer.scanned_count).unwrap_or(0),
            units,
        })
    }

    /// Counts the items of a single request, and returns the exclusive start key of the next one.
    pub(super) async fn scan_count(
        &self,
        plan: &ScanPlan,
        after: Option<&ScanKey>,
    ) -> Result<(u64, Option<ScanKey>), Error> {
        if plan.keep.is_some() {
            let page = self.scan_once(plan, plan.segment, after).await?;
            return Ok((u64::try_from(page.items.len()).unwrap_or(u64::MAX), page.last));
        }
        let (answer, _) = self.scan_answer(plan, plan.segment, after, Some(Select::Count)).await?;
        let last = answer.last_evaluated_key.map(ScanKey::of).transpose()?;
        Ok((u64::try_from(answer.count).unwrap_or(0), last))
    }

    async fn scan_answer(
        &self,
        plan: &ScanPlan,
        segment: Option<Segment>,
        after: Option<&ScanKey>,
        select: Option<Select>,
    ) -> Result<(ScanOutput, Units), Error> {
        let whole = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        let builder = self
            .client
            .scan()
            .table_name(&plan.table)
            .set_index_name(plan.index.map(str::to_owned))
            .set_filter_expression(plan.filter.clone())
            .set_projection_expression(plan.projection.clone())
            .set_expression_attribute_names(plan.placeholders.names())
            .set_expression_attribute_values(plan.placeholders.values())
            .set_select(select)
            .set_limit(plan.page_size.map(whole))
            .set_segment(segment.map(|segment| whole(segment.number())))
            .set_total_segments(segment.map(|segment| whole(segment.of())))
            .set_exclusive_start_key(after.map(ScanKey::to_item))
            .set_consistent_read(plan.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = in_span(plan.entities, plan.index, plan.customize.apply(builder).send()).await;
        self.received(plan.entities, plan.index, answer)
    }
}
