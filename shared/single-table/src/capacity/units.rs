//! Consumed capacity of everything that was done.

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

/// What one request consumed.
#[derive(Debug, Clone, PartialEq)]
pub struct Usage {
    /// DynamoDB's name of the operation, such as `Query`.
    pub operation: &'static str,
    /// The entities it was about.
    pub entities: Vec<&'static str>,
    /// The index that was read, where it was not the table.
    pub index: Option<&'static str>,
    /// What it consumed.
    pub units: Units,
}

/// Collects the usage of every request of a [`Store`](crate::Store). Clones share one list.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<Mutex<Vec<Usage>>>);

impl Meter {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was collected since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<Usage> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn record(&self, usage: Usage) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(usage);
    }
}

/// Whether a request reads or writes, where DynamoDB reports one number for both.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Access {
    Read,
    Write,
}

/// The units of one response. DynamoDB says for transactions which of them were read and which written: one with the client
/// request token of an earlier one reads (see "Idempotency" in "Amazon DynamoDB Transactions: How it works").
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
