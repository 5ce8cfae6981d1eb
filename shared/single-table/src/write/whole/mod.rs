//! Whole entities: inserted, replaced and removed together with the records of their unique constraints.

mod alone;
mod change;
pub(crate) mod conditions;
mod in_transaction;
