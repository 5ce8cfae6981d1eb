//! Reads of many keys.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::future::IntoFuture;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};
use futures::future::{BoxFuture, FutureExt as _};

use super::item_set::ItemSet;
use super::key_set::{KeySet, Wanted, attributes_of_all};
use super::output::projection;
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::expression::Placeholders;
use crate::store::{Address, Chunks, Customize, Loaded, Store, by_table, each_once, in_span};
use crate::table::Database;

/// The most keys of one `BatchGetItem` request, over all tables (see `BatchGetItem` in the DynamoDB API reference).
const MOST_READS: usize = 100;

/// A read of the items of many keys, which is sent when it is awaited. [`Store::batch_get`](crate::Store::batch_get) makes the
/// read.
#[must_use = "a read does nothing until it is awaited"]
pub struct BatchGet<'a, D: Database> {
    store: &'a Store<D>,
    pub(super) keys: KeySet<D>,
    consistent: bool,
    customize: Customize<BatchGetItemFluentBuilder>,
}

/// The items that were read so far.
#[derive(Default)]
struct Found {
    items: HashMap<Address, Item>,
    units: Units,
}

impl<D: Database> Store<D> {
    /// Reads the items of many keys, of any entities and tables, in chunks of 100 keys (`BatchGetItem`). The library asks again
    /// for keys that DynamoDB leaves unread. The result contains the keys that are still unread after several tries.
    ///
    /// # Errors
    /// The error of a key that can't be built, of an item that can't be decoded, or of a request that DynamoDB refuses.
    pub fn batch_get(&self, keys: KeySet<D>) -> BatchGet<'_, D> {
        BatchGet { store: self, keys, consistent: false, customize: Customize::default() }
    }
}

fn keys_of<D: Database>(keys: &[&Wanted<D>], consistent: bool) -> KeysAndAttributes {
    let mut placeholders = Placeholders::default();
    let projection = projection(attributes_of_all(keys), &mut placeholders);
    KeysAndAttributes::builder()
        .set_keys(Some(keys.iter().map(|wanted| wanted.part.item.clone()).collect()))
        .set_projection_expression(projection)
        .set_expression_attribute_names(placeholders.names())
        .consistent_read(consistent)
        .build()
        .expect("the keys are set right before")
}

impl<D: Database> BatchGet<'_, D> {
    /// Reads the results of all earlier writes (`ConsistentRead`), for twice as many read units.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Changes the SDK's builder of each request before it is sent: see [`Query::customize`](crate::Query::customize).
    pub fn customize(
        mut self,
        change: impl Fn(BatchGetItemFluentBuilder) -> BatchGetItemFluentBuilder + Send + Sync + 'static,
    ) -> Self {
        self.customize.push(change);
        self
    }

    async fn load(mut self) -> Result<Loaded<ItemSet, KeySet<D>>, Error> {
        let (wanted, asked) = std::mem::take(&mut self.keys).ask(&self.store.names)?;
        let mut chunks = Chunks::new(wanted, MOST_READS);
        let mut found = Found::default();
        while let Some(chunk) = chunks.next() {
            let unread = self.send(&chunk, &mut found).await;
            chunks.settle(chunk, unread).await?;
        }
        let unread = chunks.into_left().map(|(address, _)| address).collect();
        let (items, left) = asked.answer(found.items, &unread, self.store.now())?;
        let unread = left.len();
        Ok(Loaded { items, left, unread, units: found.units })
    }

    /// Reads one chunk, and returns the addresses of the unread keys.
    async fn send(
        &self,
        chunk: &[(Address, Wanted<D>)],
        found: &mut Found,
    ) -> Result<HashSet<Address>, Error> {
        let tables = by_table(chunk);
        let requests =
            tables.iter().map(|(table, keys)| ((*table).to_owned(), keys_of(keys, self.consistent)));
        let builder = self
            .store
            .client
            .batch_get_item()
            .set_request_items(Some(requests.collect()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let entities = each_once(chunk.iter().map(|(_, wanted)| wanted.part.entity));
        let answer = in_span(&entities, None, self.customize.apply(builder).send()).await;
        let (answer, units) = self.store.received(&entities, None, answer)?;
        found.units.read += units.read;
        let mut responses = answer.responses.unwrap_or_default();
        let mut unprocessed = answer.unprocessed_keys.unwrap_or_default();
        let mut unread = HashSet::new();
        for (table, keys) in tables {
            let part = &keys[0].part;
            for item in responses.remove(table).unwrap_or_default() {
                found.items.insert(part.address_of(&item, &self.store.names)?, item);
            }
            for key in unprocessed.remove(table).map(|left| left.keys).unwrap_or_default() {
                unread.insert(part.address_of(&key, &self.store.names)?);
            }
        }
        Ok(unread)
    }
}

impl<'a, D: Database> IntoFuture for BatchGet<'a, D> {
    type Output = Result<Loaded<ItemSet, KeySet<D>>, Error>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        self.load().boxed()
    }
}

impl<D: Database> fmt::Debug for BatchGet<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchGet")
            .field("keys", &self.keys)
            .field("consistent", &self.consistent)
            .finish_non_exhaustive()
    }
}
