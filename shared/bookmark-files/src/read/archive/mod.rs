//! Reading ZIP files.

pub(crate) mod list;
pub(crate) mod part;
pub(crate) mod rows;
