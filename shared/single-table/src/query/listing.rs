//! A query as a listing.

use super::builder::{Asked, Query};
use super::page::Page;
use super::plan::{Plan, Wanted};
use super::read_pages::ReadPages;
use super::request::sorts_out;
use super::sort_key::SortCondition;
use crate::error::Error;
use crate::read::{Counted, Listing, Output, Reader, count_items};
use crate::store::Store;
use crate::table::Contains;
use crate::view::View;

impl<D, V, S, R, O> Listing<D> for Query<V, S, R, O>
where
    D: Contains<V::Table>,
    V: View,
    R: ReadPages<V>,
    O: Output<V::Item>,
{
    type Item = O::Item;
    type Page = Page<V, R, O>;

    async fn page(self, store: &Store<D>) -> Result<Page<V, R, O>, Error> {
        let (plan, partition, after) = Plan::of(self.request, Wanted::Items(O::ATTRIBUTES), store.now())?;
        R::page(store, plan, partition, after).await
    }

    fn reader(self, store: Store<D>) -> Result<impl Reader<Item = O::Item> + 'static, Error> {
        let (plan, partition, after) = Plan::of(self.request, Wanted::Items(O::ATTRIBUTES), store.now())?;
        R::reader::<D, O>(store, plan, partition, after)
    }

    async fn count(self, store: &Store<D>) -> Result<u64, Error> {
        if !self.request.is_counted_by_dynamodb() {
            return count_items(self.retyped::<S, Counted>().reader(store.clone())?).await;
        }
        let (plan, partition, after) = Plan::of(self.request, Wanted::Number, store.now())?;
        R::count(store, plan, partition, after).await
    }
}

impl<V: View, R: ReadPages<V>> Asked<V, R> {
    /// Returns true if DynamoDB would count the same items that a page would contain.
    fn is_counted_by_dynamodb(&self) -> bool {
        let is_exact = self.sort.as_ref().is_ok_and(SortCondition::is_exact);
        is_exact && !sorts_out::<V>() && R::is_counted_by_dynamodb(self.after.as_ref())
    }
}
