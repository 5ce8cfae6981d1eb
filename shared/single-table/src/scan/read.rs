//! Reads the pages of scans.

use std::marker::PhantomData;

use super::key::ScanKey;
use super::offset::ScanOffset;
use super::request::{RawPage, ScanPlan, keep_listed};
use super::{Scan, ScanPage};
use crate::entity::Marker;
use crate::error::Error;
use crate::expression::{Placeholders, filter};
use crate::read::{Listing, Next, Output, Reader, Whole, attributes_of, projection};
use crate::store::Store;
use crate::table::{Contains, Database, Table};
use crate::view::{Listed, View, has_expired};

impl<D, V, O> Listing<D> for Scan<V, O>
where
    D: Contains<V::Table>,
    V: View,
    O: Output<V::Item>,
{
    type Item = O::Item;
    type Page = ScanPage<V, O>;

    async fn page(self, store: &Store<D>) -> Result<ScanPage<V, O>, Error> {
        let hide_expired = self.request.hide_expired;
        let (plan, after) = self.plan(store)?;
        let page = store.scan_once(&plan, plan.segment, after.as_ref()).await?;
        store.scan_page_of(page, hide_expired)
    }

    fn reader(self, store: Store<D>) -> Result<impl Reader<Item = O::Item> + 'static, Error> {
        let hide_expired = self.request.hide_expired;
        let (plan, after) = self.plan(&store)?;
        Ok(ScanReader::<V, D, O> { store, plan, next: Next::From(after), hide_expired, output: PhantomData })
    }

    async fn count(mut self, store: &Store<D>) -> Result<u64, Error> {
        if self.request.hide_expired
            && let Some(ttl) = V::Table::TTL
        {
            self.request.filter = Some(filter::unexpired_and(ttl, self.request.filter.take()));
        }
        // DynamoDB refuses a projection expression with `COUNT`.
        let (plan, mut after) = self.retyped::<Whole>().plan(store)?;
        let mut count = 0;
        loop {
            let (number, last) = store.scan_count(&plan, after.as_ref()).await?;
            count += number;
            after = last;
            if after.is_none() {
                return Ok(count);
            }
        }
    }
}

impl<V: View, O: Output<V::Item>> Scan<V, O> {
    pub(super) fn plan<D>(self, store: &Store<D>) -> Result<(ScanPlan, Option<ScanKey>), Error>
    where
        D: Contains<V::Table>,
    {
        let mut placeholders = Placeholders::default();
        let entities = (!self.request.everything).then_some(<V::Item as Listed>::ENTITIES);
        let filter =
            filter::expression::<V::Table>(entities, self.request.filter, &mut placeholders, store.now())?;
        if let Some(filter) = &filter {
            filter::check_held(filter, &placeholders, V::Table::KEY, V::INDEX)?;
        }
        let attributes = attributes_of::<V::Table>(O::ATTRIBUTES, V::INDEX);
        let projection = projection(attributes, &mut placeholders);
        let after = self.request.after.map(|after| after.key_in(self.request.segment)).transpose()?;
        let plan = ScanPlan {
            table: store.table::<V::Table>().to_owned(),
            index: V::INDEX.map(|index| index.name),
            entities: <V::Item as Listed>::ENTITIES,
            filter,
            projection,
            keep: keep_listed::<V::Item, V::Table>().filter(|_| !self.request.everything),
            placeholders,
            page_size: self.request.page_size,
            consistent: self.request.consistent,
            segment: self.request.segment,
            customize: self.request.customize,
        };
        Ok((plan, after))
    }
}

impl<D: Database> Store<D> {
    pub(super) fn scan_page_of<V: View, O: Output<V::Item>>(
        &self,
        page: RawPage,
        hide_expired: bool,
    ) -> Result<ScanPage<V, O>, Error> {
        let now = self.now();
        let mut items = Vec::with_capacity(page.items.len());
        for item in page.items {
            if !hide_expired || !has_expired(&item, V::Table::TTL, now) {
                items.push(O::read(item)?);
            }
        }
        let next = page.last.map(|last| ScanOffset::new(last, page.segment));
        Ok(ScanPage { items, next, scanned: page.scanned, units: page.units })
    }
}

/// Reads a scan with one request after the other.
struct ScanReader<V: View, D: Database, O> {
    store: Store<D>,
    plan: ScanPlan,
    next: Next<ScanKey>,
    hide_expired: bool,
    output: Marker<(V, O)>,
}

impl<V: View, D: Contains<V::Table>, O: Output<V::Item>> Reader for ScanReader<V, D, O> {
    type Item = O::Item;

    async fn next(&mut self) -> Result<Option<Vec<O::Item>>, Error> {
        while let Next::From(after) = &self.next {
            let page = self.store.scan_once(&self.plan, self.plan.segment, after.as_ref()).await?;
            let page: ScanPage<V, O> = self.store.scan_page_of(page, self.hide_expired)?;
            self.next = page.next.map_or(Next::AtEnd, |next| Next::From(Some(next.key)));
            if !page.items.is_empty() {
                return Ok(Some(page.items));
            }
        }
        Ok(None)
    }
}
