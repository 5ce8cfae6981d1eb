//! Reading JSON files.

pub(crate) mod folders;
pub(crate) mod karakeep;
pub(crate) mod linkwarden;
pub(crate) mod names;
pub(crate) mod pinboard;
pub(crate) mod source;
pub(crate) mod stream;
