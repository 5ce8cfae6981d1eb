//! The text of a file in any encoding, as UTF-8.

pub(crate) mod choice;
pub(crate) mod declaration;
pub(crate) mod reader;
