//! Reading files.

pub(crate) mod archive;
pub(crate) mod bookmarks;
pub(crate) mod capped;
pub(crate) mod clean;
pub(crate) mod csv;
pub(crate) mod detect;
pub(crate) mod draft;
pub(crate) mod file;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod lookahead;
pub(crate) mod metered;
pub(crate) mod opening;
pub(crate) mod text;
pub(crate) mod xbel;
