//! Scans, page after page or in parallel.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::Store;
use crate::Item;
use crate::capacity::{Access, Units, units};
use crate::database::{Contains, Database};
use crate::error::Error;
use crate::expression::Placeholders;
use crate::filter;
use crate::scan::{ParallelScan, Scan, ScanKey, ScanOffset, ScanPage, ScanProgress, Segments};
use crate::view::{Listed, View};

/// A scan, made ready to be asked as often as it takes.
pub(crate) struct ScanPlan {
    pub(crate) table: String,
    pub(crate) index: Option<&'static str>,
    pub(crate) entities: &'static [&'static str],
    pub(crate) filter: Option<String>,
    pub(crate) placeholders: Placeholders,
    pub(crate) page_size: Option<u32>,
    pub(crate) consistent: bool,
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
    /// Reads a page of a scan: one `Scan`.
    pub async fn scan_page<V>(&self, scan: Scan<V>) -> Result<ScanPage<V>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let hide_expired = scan.hide_expired;
        let (plan, after) = self.scan_plan(scan)?;
        let page = self.scan_once(&plan, None, after.as_ref()).await?;
        self.scan_page_of(page, hide_expired)
    }

    /// Reads all of a scan into memory, one page after the other.
    pub async fn scan_all<V>(&self, scan: Scan<V>) -> Result<Vec<V::Item>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let hide_expired = scan.hide_expired;
        let (plan, mut after) = self.scan_plan(scan)?;
        let mut items = Vec::new();
        loop {
            let page = self.scan_once(&plan, None, after.as_ref()).await?;
            let page = self.scan_page_of::<V>(page, hide_expired)?;
            items.extend(page.items);
            after = page.next.map(|next| next.key);
            if after.is_none() {
                return Ok(items);
            }
        }
    }

    /// A scan in several segments at the same time, from where `progress` is: see [`ParallelScan`].
    ///
    /// # Errors
    /// When a value of the filter can't be stored in DynamoDB.
    pub fn parallel_scan<V>(
        &self,
        scan: Scan<V>,
        progress: ScanProgress<V>,
    ) -> Result<ParallelScan<D, V>, Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let hide_expired = scan.hide_expired;
        let (plan, _) = self.scan_plan(scan)?;
        Ok(ParallelScan::new(Segments::new(self.clone(), plan, progress.places), hide_expired))
    }

    fn scan_plan<V>(&self, scan: Scan<V>) -> Result<(ScanPlan, Option<ScanKey>), Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let mut placeholders = Placeholders::default();
        let entities = (!scan.everything).then_some(<V::Item as Listed>::ENTITIES);
        let filter = filter::expression(entities, scan.filter, &mut placeholders, self.now())?;
        let plan = ScanPlan {
            table: self.table::<V::Table>().to_owned(),
            index: V::INDEX.map(|index| index.name),
            entities: <V::Item as Listed>::ENTITIES,
            filter,
            placeholders,
            page_size: scan.page_size,
            consistent: scan.consistent,
        };
        Ok((plan, scan.after.map(|after| after.key)))
    }

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
            .await
            .map_err(|error| Error::of_sdk(&error))?;
        let units = units(Access::Read, &answer.consumed_capacity);
        self.used("Scan", plan.entities, plan.index, units);
        Ok(RawPage {
            items: answer.items.unwrap_or_default(),
            last: answer.last_evaluated_key.map(ScanKey::of).transpose()?,
            scanned: usize::try_from(answer.scanned_count).unwrap_or(0),
            units,
        })
    }

    pub(crate) fn scan_page_of<V: View>(
        &self,
        page: RawPage,
        hide_expired: bool,
    ) -> Result<ScanPage<V>, Error> {
        let mut items = page.items.into_iter().map(V::Item::from_item).collect::<Result<Vec<_>, _>>()?;
        if hide_expired {
            items.retain(|item| self.lives::<V>(item));
        }
        let next = page.last.map(ScanOffset::new);
        Ok(ScanPage { items, next, scanned: page.scanned, units: page.units })
    }
}
