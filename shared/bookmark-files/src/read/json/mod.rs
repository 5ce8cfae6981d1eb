//! Reading JSON files.

pub(crate) mod errors;
pub(crate) mod firefox;
pub(crate) mod folders;
pub(crate) mod karakeep;
pub(crate) mod linkwarden;
pub(crate) mod list;
pub(crate) mod names;
pub(crate) mod source;
pub(crate) mod stream;
