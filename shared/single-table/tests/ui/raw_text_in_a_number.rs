use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Readings.
    pub struct Readings {
        key: (sensor: N, time: N),
        entities: [Reading],
    }
}

/// A reading.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = Readings, name = "Reading", raw, partition(id), sort(time))]
pub struct Reading {
    id: String,
    time: u64,
}

fn main() {}
