//! The files of imports and exports, in S3: their keys, the links to them, and their deletion.

mod delete;
mod error;
mod keys;
mod links;

pub use self::error::FilesError;
pub(crate) use self::keys::{export_key, import_key};
