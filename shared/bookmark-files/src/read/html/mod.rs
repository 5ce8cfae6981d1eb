//! Reading HTML files.

pub(crate) mod attributes;
pub(crate) mod emitter;
pub(crate) mod folders;
pub(crate) mod lines;
pub(crate) mod link;
pub(crate) mod mended;
pub(crate) mod quotes;
pub(crate) mod rows;
pub(crate) mod tags;
pub(crate) mod values;
