//! Transactions: several writes that happen together or not at all.

mod cancelled;
mod error;
mod op;
mod operations;
mod repeat;
mod send;
mod step;
mod token;

pub use cancelled::Cancelled;
pub(crate) use cancelled::other_reason;
pub use error::TransactionError;
pub use op::Op;
pub use operations::Transaction;
pub(crate) use operations::{MOST, check_len};
pub use send::SendTransaction;
pub(crate) use step::{Built, Need};
pub(crate) use token::Token;
