//! Reads by key: one item, many items, and several items at one moment.

mod batch_get;
mod get;
mod key_set;
mod transact_get;

pub use key_set::{ItemSet, KeySet, Slot};
