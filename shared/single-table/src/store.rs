//! The table, for reading and writing.

mod batch;
mod pages;
mod writes;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use table_keys::Timestamp;

use crate::capacity::{Access, Meter, Units, Usage, units};
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::item;
use crate::table::Table;
use crate::write::key_item;

type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// One physical table, read and written as entities. Cheap to clone.
#[derive(Clone)]
pub struct Store<T: Table> {
    client: Client,
    name: Arc<str>,
    clock: Clock,
    meter: Option<Meter>,
    table: Marker<T>,
}

impl<T: Table> fmt::Debug for Store<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("table", &self.name).finish_non_exhaustive()
    }
}

impl<T: Table> Store<T> {
    /// The table `name`.
    #[must_use]
    pub fn new(client: Client, name: impl Into<Arc<str>>) -> Self {
        Self { client, name: name.into(), clock: Arc::new(Timestamp::now), meter: None, table: PhantomData }
    }

    /// With a clock of the caller's own, for tests: it decides what has expired.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// With a meter that collects what every request consumes.
    #[must_use]
    pub fn with_meter(mut self, meter: Meter) -> Self {
        self.meter = Some(meter);
        self
    }

    /// What the store's clock says.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Reads one item, as it was within the last second: `GetItem`.
    pub async fn get<E: Entity<Table = T>>(&self, key: &E::Key) -> Result<Option<E>, Error> {
        self.get_item(key, false).await
    }

    /// Reads one item as the last write left it, at twice the price: `GetItem` with `ConsistentRead`.
    pub async fn get_consistent<E: Entity<Table = T>>(&self, key: &E::Key) -> Result<Option<E>, Error> {
        self.get_item(key, true).await
    }

    async fn get_item<E: Entity<Table = T>>(
        &self,
        key: &E::Key,
        consistent: bool,
    ) -> Result<Option<E>, Error> {
        let answer = self
            .client
            .get_item()
            .table_name(&*self.name)
            .set_key(Some(key_item(key)?))
            .consistent_read(consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| Error::of_sdk(&error))?;
        self.used("GetItem", &[E::NAME.as_str()], None, units(Access::Read, &answer.consumed_capacity));
        Ok(answer.item.map(item::decode::<E>).transpose()?.filter(|entity| self.live(entity)))
    }

    fn live<E: Entity>(&self, entity: &E) -> bool {
        entity.expires().is_none_or(|expires| !expires.expired(self.now()))
    }

    fn used(
        &self,
        operation: &'static str,
        entities: &[&'static str],
        index: Option<&'static str>,
        units: Units,
    ) {
        if let Some(meter) = &self.meter {
            meter.record(Usage { operation, entities: entities.to_vec(), index, units });
        }
    }
}
