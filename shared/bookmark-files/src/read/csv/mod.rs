//! Reading CSV files.

pub(crate) mod columns;
pub(crate) mod header;
pub(crate) mod quotes;
pub(crate) mod records;
pub(crate) mod rows;
