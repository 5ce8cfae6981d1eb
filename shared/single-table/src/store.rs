//! The table, for reading and writing.

mod backfill;
mod batch_get;
mod batch_write;
mod changes;
mod claims;
mod lost_answer;
mod merged;
mod pages;
mod scans;
mod transact_get;
mod writes;
mod writing_pager;

use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use table_keys::Timestamp;

use crate::Item;
use crate::capacity::{Access, Meter, Units, Usage, units};
use crate::database::{Contains, Database};
use crate::entity::{Entity, Key, is_live};
use crate::error::Error;
use crate::item;
use crate::table::Table;
use crate::write::key_item;

pub(crate) use pages::Plan;
pub(crate) use scans::{RawPage, ScanPlan, Segment};
pub(crate) use writes::request_token;

type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// One physical table, or a [database](crate::database!) of several, read and written as entities. Cheap to clone.
pub struct Store<D: Database> {
    client: Client,
    names: D::Names,
    clock: Clock,
    meters: Vec<Meter>,
}

impl<D: Database> Clone for Store<D> {
    fn clone(&self) -> Self {
        Self {
            client: self.client.clone(),
            names: self.names.clone(),
            clock: Arc::clone(&self.clock),
            meters: self.meters.clone(),
        }
    }
}

impl<D: Database> fmt::Debug for Store<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("database", &std::any::type_name::<D>()).finish_non_exhaustive()
    }
}

impl<D: Database> Store<D> {
    /// The table of this name; of a database, the names of its tables.
    #[must_use]
    pub fn new(client: Client, names: impl Into<D::Names>) -> Self {
        Self { client, names: names.into(), clock: Arc::new(Timestamp::now), meters: Vec::new() }
    }

    /// With a clock of the caller's own, for tests: it decides what has expired.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// With a meter that collects what every request consumes. Meters that were added before go on collecting.
    #[must_use]
    pub fn with_meter(mut self, meter: Meter) -> Self {
        self.meters.push(meter);
        self
    }

    /// What the store's clock says.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Reads one item, as it was within the last second: `GetItem`.
    pub async fn get<E: Entity>(&self, key: &impl Key<Entity = E>) -> Result<Option<E>, Error>
    where
        D: Contains<E::Table>,
    {
        self.get_item(key, false).await
    }

    /// Reads one item as the last write left it, at twice the price: `GetItem` with `ConsistentRead`.
    pub async fn get_consistent<E: Entity>(&self, key: &impl Key<Entity = E>) -> Result<Option<E>, Error>
    where
        D: Contains<E::Table>,
    {
        self.get_item(key, true).await
    }

    async fn get_item<E: Entity>(
        &self,
        key: &impl Key<Entity = E>,
        consistent: bool,
    ) -> Result<Option<E>, Error>
    where
        D: Contains<E::Table>,
    {
        let item = self.stored::<E::Table>(E::NAME.as_str(), key_item(key)?, consistent).await?;
        Ok(item.map(item::decode::<E>).transpose()?.filter(|entity| is_live(entity, self.now())))
    }

    /// The item of a key as it is stored.
    async fn stored<T: Table>(
        &self,
        entity: &'static str,
        key: Item,
        consistent: bool,
    ) -> Result<Option<Item>, Error>
    where
        D: Contains<T>,
    {
        let answer = self
            .client
            .get_item()
            .table_name(self.table::<T>())
            .set_key(Some(key))
            .consistent_read(consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| Error::of_sdk(&error))?;
        self.used("GetItem", &[entity], None, units(Access::Read, &answer.consumed_capacity));
        Ok(answer.item)
    }

    fn table<T: Table>(&self) -> &str
    where
        D: Contains<T>,
    {
        D::table(&self.names)
    }

    fn used(
        &self,
        operation: &'static str,
        entities: &[&'static str],
        index: Option<&'static str>,
        units: Units,
    ) {
        for meter in &self.meters {
            meter.record(Usage { operation, entities: entities.to_vec(), index, units });
        }
    }
}
