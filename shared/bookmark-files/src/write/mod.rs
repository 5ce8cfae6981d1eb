//! Writing files.

pub(crate) mod csv;
pub(crate) mod error;
pub(crate) mod netscape;
pub(crate) mod tags;
