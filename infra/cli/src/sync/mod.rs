//! A copy of a user's favorites in a file, which follows the service's change feed.

mod copy;
mod file;

pub(crate) use self::copy::{ChangePage, Copy};
pub(crate) use self::file::{CopyError, load, save};
