//! Favorites as users write them in JSON: in the bodies of requests, and in the lines of files to import.
//!
//! Reading goes on after a fault, so that a user sees all of them at once, each with its JSON pointer.

mod content;
mod favorite;
mod fields;

pub use self::content::content;
pub use self::favorite::{read_item, read_members, tag_set};
pub use self::fields::{CANNOT_CHANGE, Fields, FromJson, excerpt, from_text, pointer};
