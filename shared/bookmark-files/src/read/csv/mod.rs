//! Reading CSV files.

pub(crate) mod columns;
pub(crate) mod records;
pub(crate) mod rows;
