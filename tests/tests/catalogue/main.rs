//! Tests the catalogue of the change consumer under faults. Each test has the name of its fault.
//!
//! A [`person::Person`] makes the records and knows the result that they should have. The tests deliver the records and
//! compare the table with that result: the counters, the counts of tags, and the known state of every favorite.

mod contention;
mod crash;
mod cuts;
mod damage;
mod expiry;
mod feed;
mod growth;
mod head_size;
mod old_records;
mod order;
mod person;
mod replay;
mod spare_nodes;
mod time;
mod world;
