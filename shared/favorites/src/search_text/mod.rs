//! The text by which a favorite is found: which of its texts that is, how it is folded, and where a word stands in it. What counts
//! as the same and what as a word is told in [`crate::search`].

mod char_class;
mod fields;
mod fold;
mod matcher;
mod text;
mod tokens;

pub(crate) use fold::fold;
pub(crate) use matcher::{End, Term};
pub(crate) use text::SearchText;
pub(crate) use tokens::Token;
