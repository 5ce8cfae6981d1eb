//! Tests everything that the service removes without a request: deleted tags from their favorites, expired items, and
//! all data of a user who deletes everything. These tests read the table, because no answer shows leftover items.

mod back;
mod batches;
mod expiry;
mod faults;
mod index_lag;
mod life;
mod relocated;
mod resume;
mod service;
mod table;
mod ttl;
