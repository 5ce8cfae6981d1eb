//! The search text of a favorite: selecting its fields, folding them, and matching words in them. [`crate::search`] defines the
//! rules.

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
