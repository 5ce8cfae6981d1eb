//! The change consumer when things go wrong: each test is named after its fault. The mapping is that of the local service,
//! which follows Lambda's documented rules.

mod consumer;
mod deadline;
mod mapping;
mod own_writes;
mod records;
mod shards;
