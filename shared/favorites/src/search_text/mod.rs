//! The search text of a favorite: selecting its fields, folding them, and matching words in them. [`crate::search`] defines the
//! rules.

mod address;
mod char_class;
mod fields;
mod fold;
mod matcher;
mod readings;
mod text;
mod tokens;
mod words;

pub(crate) use address::{
    folded_host, is_at_or_below, read_host, whole as whole_address, words_of as words_of_address,
};
pub(crate) use fold::fold;
pub(crate) use matcher::End;
pub(crate) use readings::Readings;
pub(crate) use text::{Part, SearchText};
pub(crate) use tokens::{NeededToken, Token};
pub(crate) use words::Words;
