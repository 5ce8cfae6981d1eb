//! Tests the change consumer under faults. Each test has the name of its fault. The mapping is the local service's,
//! which follows Lambda's documented rules.

mod consumer;
mod deadline;
mod mapping;
mod own_writes;
mod records;
mod shards;
