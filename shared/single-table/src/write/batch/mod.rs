//! Puts and deletes of many entities.

mod list;
mod send;

pub use list::{BatchWrite, BatchWritten};
pub use send::SendBatch;
