//! The search text of a favorite: selecting its fields, folding them, and matching words in them. [`crate::search`] defines the
//! rules.

mod char_class;
mod fields;
mod fold;
mod matcher;
mod readings;
mod text;
mod tokens;
mod words;

pub(crate) use char_class::is_inside_a_word;
pub(crate) use fields::read_host;
pub(crate) use fold::fold;
pub(crate) use matcher::End;
pub(crate) use readings::Readings;
pub(crate) use text::{Part, SearchText};
pub(crate) use tokens::{NeededToken, Token};
pub(crate) use words::Words;
