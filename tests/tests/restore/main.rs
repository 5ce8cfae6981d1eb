//! The drill of `docs/operations.md`: restores a table to a point in time and moves the service to it.
//!
//! A restore creates a new table with the items of one moment. It has no stream, no time to live, and none of the
//! records from before. Each test is named after something that a restore breaks or keeps, and shows the remedy.

mod backup;
mod cut;
mod drill;
mod library;
mod repeated;
mod restored;
mod search_index;
mod stray;
