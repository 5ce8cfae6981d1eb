//! The store, which reads and writes a table.

mod batch_outcome;
mod chunks;
mod customize;
mod part;
pub(crate) mod retry;
mod transport;

use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use table_keys::Timestamp;

use crate::capacity::{Meter, Units, Usage};
use crate::table::Table;
use crate::table::{Contains, Database};

pub(crate) use batch_outcome::all_done;
pub use batch_outcome::{Loaded, Unprocessed};
pub(crate) use chunks::Chunks;
pub(crate) use customize::Customize;
pub(crate) use part::{Address, Part, by_table, each_once};
pub use retry::Backoff;
pub use transport::Answer;
pub(crate) use transport::{failed_request, in_span};

type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Reads and writes the entities of one physical table, or of a [database](crate::database!) of several. A store is cheap to
/// clone.
pub struct Store<D: Database> {
    pub(crate) client: Client,
    pub(crate) names: D::Names,
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
    /// Makes a store for the table of this name, or for the tables of a database.
    #[must_use]
    pub fn new(client: Client, names: impl Into<D::Names>) -> Self {
        Self { client, names: names.into(), clock: Arc::new(Timestamp::now), meters: Vec::new() }
    }

    /// Replaces the system's clock, for example in a test. The clock decides which items have expired.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Adds a meter, which collects the capacity that each request consumes. Earlier meters keep collecting.
    #[must_use]
    pub fn with_meter(mut self, meter: Meter) -> Self {
        self.meters.push(meter);
        self
    }

    /// Returns the current time of the store's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    pub(crate) fn table<T: Table>(&self) -> &str
    where
        D: Contains<T>,
    {
        D::table(&self.names)
    }

    pub(crate) fn used(
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
