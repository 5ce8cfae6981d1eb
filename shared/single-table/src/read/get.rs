//! Reads of one item.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use futures::future::{BoxFuture, FutureExt as _};

use super::output::{Output, Projected, Projection, Whole, attributes_of, projection};
use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key, Marker};
use crate::error::Error;
use crate::expression::Placeholders;
use crate::store::{Customize, Store, in_span};
use crate::table::{Contains, Database, Table};
use crate::view::has_expired;

/// A read of one item, which is sent when it is awaited. [`Store::get`](crate::Store::get) makes the read. The result is `None`
/// if the item does not exist or has expired.
#[must_use = "a read does nothing until it is awaited"]
pub struct Get<'a, D: Database, E, O = Whole> {
    store: &'a Store<D>,
    /// The table's name. With it, only `Store::get` asks for a database with the table, and the compiler reports a wrong one once.
    table: &'a str,
    key: Result<Item, Error>,
    consistent: bool,
    customize: Customize<GetItemFluentBuilder>,
    output: Marker<(E, O)>,
}

/// A single `GetItem` request.
pub(crate) struct GetRequest {
    pub(crate) entity: &'static str,
    pub(crate) key: Item,
    pub(crate) consistent: bool,
    pub(crate) attributes: Option<Vec<&'static str>>,
    pub(crate) customize: Customize<GetItemFluentBuilder>,
}

impl<D: Database> Store<D> {
    /// Reads one item (`GetItem`). The read is eventually consistent: it may miss a write of the last second.
    ///
    /// ```no_run
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// # use single_table::{Error, Store};
    /// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
    /// let key = TrackKey { album: "album-1".to_owned(), number: 1 };
    /// let track: Option<Track> = store.get(&key).await?;
    /// let after_all_writes = store.get(&key).consistent().await?;
    /// let title = store.get(&key).project::<TrackTitle>().await?.map(|track| track.title);
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// The error of a key that can't be built, of an item that can't be decoded, or of a request that DynamoDB refuses.
    pub fn get<E: Entity>(&self, key: &impl Key<Entity = E>) -> Get<'_, D, E>
    where
        D: Contains<E::Table>,
    {
        Get {
            store: self,
            table: self.table::<E::Table>(),
            key: key_item(key),
            consistent: false,
            customize: Customize::default(),
            output: PhantomData,
        }
    }

    /// Returns the item of a key as it is stored.
    pub(crate) async fn stored<T: Table>(
        &self,
        entity: &'static str,
        key: Item,
        consistent: bool,
    ) -> Result<Option<Item>, Error>
    where
        D: Contains<T>,
    {
        let customize = Customize::default();
        self.get_once(self.table::<T>(), GetRequest { entity, key, consistent, attributes: None, customize })
            .await
    }

    async fn get_once(&self, table: &str, request: GetRequest) -> Result<Option<Item>, Error> {
        let GetRequest { entity, key, consistent, attributes, customize } = request;
        let mut placeholders = Placeholders::default();
        let projection = projection(attributes, &mut placeholders);
        let builder = self
            .client
            .get_item()
            .table_name(table)
            .set_key(Some(key))
            .set_projection_expression(projection)
            .set_expression_attribute_names(placeholders.names())
            .consistent_read(consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = in_span(&[entity], None, customize.apply(builder).send()).await;
        let (answer, _) = self.received(&[entity], None, answer)?;
        Ok(answer.item)
    }
}

impl<'a, D: Database, E: Entity> Get<'a, D, E> {
    /// Reads only the fields of a [projection](Projection) (`ProjectionExpression`). DynamoDB sends less, but charges for the
    /// whole item.
    pub fn project<P: Projection<Of = E>>(self) -> Get<'a, D, E, Projected<P>> {
        let Self { store, table, key, consistent, customize, output: _ } = self;
        Get { store, table, key, consistent, customize, output: PhantomData }
    }
}

impl<D: Database, E, O> Get<'_, D, E, O> {
    /// Reads the result of the last write (`ConsistentRead`), for twice as many read units.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Changes the SDK's builder of the request before it is sent: see [`Query::customize`](crate::Query::customize).
    pub fn customize(
        mut self,
        change: impl Fn(GetItemFluentBuilder) -> GetItemFluentBuilder + Send + Sync + 'static,
    ) -> Self {
        self.customize.push(change);
        self
    }
}

impl<'a, D, E, O> IntoFuture for Get<'a, D, E, O>
where
    D: Database,
    E: Entity,
    O: Output<E>,
{
    type Output = Result<Option<O::Item>, Error>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { store, table, key, consistent, customize, output: _ } = self;
        async move {
            let attributes = attributes_of::<E::Table>(O::ATTRIBUTES, None);
            let entity = E::NAME.as_str();
            let request = GetRequest { entity, key: key?, consistent, attributes, customize };
            let item = store.get_once(table, request).await?;
            item.filter(|item| !has_expired(item, E::Table::TTL, store.now())).map(O::read).transpose()
        }
        .boxed()
    }
}

impl<D: Database, E: Entity, O> fmt::Debug for Get<'_, D, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Get")
            .field("entity", &E::NAME)
            .field("key", &self.key)
            .field("consistent", &self.consistent)
            .finish_non_exhaustive()
    }
}
