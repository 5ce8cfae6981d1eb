//! Whole entities: inserted, replaced, relocated and removed together with the records of their unique constraints.

mod alone;
mod change;
pub(crate) mod conditions;
mod in_transaction;
mod relocation;

pub use relocation::Relocation;
