//! Formats of keys: the literals and components that make the text of a key, and the check that two formats can't make the same
//! text.

mod overlap;
mod piece;
mod refusal;
mod stored;

pub(crate) use overlap::check_disjoint;
pub use piece::{KeyFormat, Piece};
pub use stored::StoredKey;
pub(crate) use stored::same_format;
