//! Writes: of one item, of whole entities, in transactions, in batches, and page after page.

pub(crate) mod batch;
mod check;
mod delete;
mod error;
mod lost_answer;
mod operation;
pub(crate) mod pager;
mod put;
pub(crate) mod send;
mod single;
pub(crate) mod transaction;
mod update;
pub(crate) mod whole;

pub use batch::{BatchWrite, BatchWritten};
pub use check::Check;
pub use delete::Delete;
pub use error::WriteError;
pub use operation::{Operation, Written};
pub use pager::{PageError, PagedWrite, WritingPager, WritingPagerError, WrittenPage};
pub use put::Put;
pub use single::Single;
pub use transaction::{Cancelled, Op, Transaction, TransactionError};
pub use update::Update;
pub use whole::ChangeError;
