//! Consumed capacity units.

use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::types::ConsumedCapacity;

/// Read and write capacity units, as DynamoDB reported them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Units {
    /// Read capacity units.
    pub read: f64,
    /// Write capacity units.
    pub write: f64,
}

/// The capacity units that a request consumed.
#[derive(Debug, Clone, PartialEq)]
pub struct Usage {
    /// DynamoDB's name of the operation, such as `Query`.
    pub operation: &'static str,
    /// The names of the entities in the request.
    pub entities: Vec<&'static str>,
    /// The index that was read. `None` stands for the table.
    pub index: Option<&'static str>,
    /// The consumed units.
    pub units: Units,
}

/// Collects the usage of every request of a [`Store`](crate::Store). Clones share one list.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<Mutex<Vec<Usage>>>);

impl Meter {
    /// Creates an empty meter.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns and removes the usage collected since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<Usage> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn record(&self, usage: Usage) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(usage);
    }
}

/// The access of a request for which DynamoDB reports one number: a read or a write.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Returns the units of an answer. DynamoDB reports read and written units of a transaction separately: a transaction with the
/// client request token of an earlier one consumes read units (see "Idempotency" in "Amazon DynamoDB Transactions: How it
/// works").
pub(crate) fn units<'a>(access: Access, consumed: impl IntoIterator<Item = &'a ConsumedCapacity>) -> Units {
    consumed.into_iter().fold(Units::default(), |sum, capacity| {
        let (read, write) = match (capacity.read_capacity_units, capacity.write_capacity_units, access) {
            (None, None, Access::Read) => (capacity.capacity_units, None),
            (None, None, Access::Write) => (None, capacity.capacity_units),
            (read, write, _) => (read, write),
        };
        Units { read: sum.read + read.unwrap_or_default(), write: sum.write + write.unwrap_or_default() }
    })
}
