//! Writes: single items, whole entities, transactions, batches, and large updates in several transactions.

pub(crate) mod batch;
mod check;
mod customize;
mod delete;
mod error;
mod operation;
pub(crate) mod pager;
mod put;
pub(crate) mod rewrite;
pub(crate) mod single;
pub(crate) mod transaction;
mod update;
pub(crate) mod whole;

pub use batch::{BatchWrite, BatchWritten, SendBatch};
pub use check::Check;
pub use delete::Delete;
pub use error::WriteError;
pub use operation::{Operation, Written};
pub use pager::{PageError, PagedWrite, WritingPager, WritingPagerError, WrittenPage};
pub use put::Put;
pub use single::{NewItem, OldItem, Returning, SendWrite, Single};
pub use transaction::{Cancelled, Op, SendTransaction, Transaction, TransactionError};
pub use update::Update;
pub use whole::Relocation;
