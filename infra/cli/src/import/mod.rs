//! The import of a file of bookmarks, in batches.

mod batch;
mod favorite;
mod report;

pub(crate) use self::batch::Batches;
pub(crate) use self::favorite::ImportedFavorite;
pub(crate) use self::report::Report;
