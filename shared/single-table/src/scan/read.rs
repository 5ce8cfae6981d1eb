//! Scans, page after page.

use super::key::ScanKey;
use super::offset::ScanOffset;
use super::request::{RawPage, ScanPlan, keep_listed};
use super::{Scan, ScanPage};
use crate::error::Error;
use crate::expression::{Placeholders, filter};
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::view::{Listed, View, is_shown};

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

    pub(super) fn scan_plan<V>(&self, scan: Scan<V>) -> Result<(ScanPlan, Option<ScanKey>), Error>
    where
        V: View,
        D: Contains<V::Table>,
    {
        let mut placeholders = Placeholders::default();
        let entities = (!scan.everything).then_some(<V::Item as Listed>::ENTITIES);
        let filter = filter::expression::<V::Table>(entities, scan.filter, &mut placeholders, self.now())?;
        let plan = ScanPlan {
            table: self.table::<V::Table>().to_owned(),
            index: V::INDEX.map(|index| index.name),
            entities: <V::Item as Listed>::ENTITIES,
            filter,
            keep: keep_listed::<V::Item, V::Table>().filter(|_| !scan.everything),
            placeholders,
            page_size: scan.page_size,
            consistent: scan.consistent,
        };
        Ok((plan, scan.after.map(|after| after.key)))
    }

    pub(super) fn scan_page_of<V: View>(
        &self,
        page: RawPage,
        hide_expired: bool,
    ) -> Result<ScanPage<V>, Error> {
        let mut items = page.items.into_iter().map(V::Item::from_item).collect::<Result<Vec<_>, _>>()?;
        if hide_expired {
            let now = self.now();
            items.retain(|item| is_shown(item, now));
        }
        let next = page.last.map(ScanOffset::new);
        Ok(ScanPage { items, next, scanned: page.scanned, units: page.units })
    }
}
