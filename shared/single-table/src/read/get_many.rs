//! Reads of many keys of one entity.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use futures::future::{BoxFuture, FutureExt as _};

use super::batch_get::BatchGet;
use super::item_set::Slot;
use super::key_set::KeySet;
use super::output::{Output, Projected, Projection, Whole};
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::store::{Loaded, Store};
use crate::table::{Contains, Database};

/// A read of the items of many keys of one entity, which is sent when it is awaited. [`Store::get_many`](crate::Store::get_many)
/// makes the read.
#[must_use = "a read does nothing until it is awaited"]
pub struct GetMany<'a, D: Database, E: Entity, O = Whole> {
    batch: BatchGet<'a, D>,
    keys: &'a [E::Key],
    output: Marker<O>,
}

impl<D: Database> Store<D> {
    /// Reads the items of many keys of one entity. This is a [`batch_get`](Self::batch_get) that returns one entry for each key,
    /// in the order of the keys. The entry is `None` if the item does not exist or has expired, or if its key was left unread.
    ///
    /// # Errors
    /// The errors of [`batch_get`](Self::batch_get).
    pub fn get_many<'a, E: Entity>(&'a self, keys: &'a [E::Key]) -> GetMany<'a, D, E>
    where
        D: Contains<E::Table>,
    {
        GetMany { batch: self.batch_get(KeySet::new()), keys, output: PhantomData }
    }
}

impl<'a, D: Database, E: Entity> GetMany<'a, D, E> {
    /// Reads only the fields of a [projection](Projection) (`ProjectionExpression`). DynamoDB sends less, but charges for the
    /// whole items.
    pub fn project<P: Projection<Of = E>>(self) -> GetMany<'a, D, E, Projected<P>> {
        GetMany { batch: self.batch, keys: self.keys, output: PhantomData }
    }
}

impl<D: Database, E: Entity, O> GetMany<'_, D, E, O> {
    /// Reads the results of all earlier writes (`ConsistentRead`), for twice as many read units.
    pub fn consistent(mut self) -> Self {
        self.batch = self.batch.consistent();
        self
    }

    /// Changes the SDK's builder of each request before it is sent: see [`Query::customize`](crate::Query::customize).
    pub fn customize(
        mut self,
        change: impl Fn(BatchGetItemFluentBuilder) -> BatchGetItemFluentBuilder + Send + Sync + 'static,
    ) -> Self {
        self.batch = self.batch.customize(change);
        self
    }
}

impl<'a, D, E, O> IntoFuture for GetMany<'a, D, E, O>
where
    D: Contains<E::Table>,
    E: Entity,
    O: Output<E, Item: Sync>,
{
    type Output = Result<Loaded<Vec<Option<O::Item>>, Vec<E::Key>>, Error>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { mut batch, keys, output: _ } = self;
        let slots: Vec<Slot<O::Item>> = keys.iter().map(|key| batch.keys.add_output::<_, O>(key)).collect();
        async move {
            let Loaded { items: mut found, left: unread_keys, unread, units } = batch.await?;
            let mut items = Vec::with_capacity(keys.len());
            let mut left = Vec::new();
            for (key, slot) in keys.iter().zip(slots) {
                if unread_keys.contains(slot) {
                    left.push(key.clone());
                    items.push(None);
                } else {
                    items.push(found.take(slot)?);
                }
            }
            Ok(Loaded { items, left, unread, units })
        }
        .boxed()
    }
}

impl<D: Database, E: Entity, O> fmt::Debug for GetMany<'_, D, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GetMany")
            .field("keys", &self.keys)
            .field("batch", &self.batch)
            .finish_non_exhaustive()
    }
}
