//! The documents of a run that contain a term.

mod bits;
mod places;
mod read;
mod write;

pub use places::Places;
pub(crate) use read::PostingList;
pub(crate) use write::put_list;

use crate::numbers::DocumentNumber;

/// A document that contains a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Posting {
    /// The document.
    pub(crate) document: DocumentNumber,
    /// True if the title contains the term.
    pub(crate) in_title: bool,
}

/// A document that contains a term, and the term's places in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Occurrence {
    /// The document.
    pub(crate) posting: Posting,
    /// The places of the term. Empty for terms that are not words.
    pub(crate) places: Places,
}

/// The titles that contain a term. Most terms are in all titles of their list or in none, and need no bit for each document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Titles {
    None = 0,
    All = 1,
    Mixed = 2,
}

impl Titles {
    fn read(bits: u64) -> Option<Self> {
        [Self::None, Self::All, Self::Mixed].into_iter().find(|titles| u64::from(*titles as u8) == bits)
    }
}

/// The value of the two lowest bits of a list's header that says that the gaps are bits, and that a byte follows: [`Titles`] in its
/// lowest bits, above them the width of the codes. Otherwise the two bits are the [`Titles`] of a list of gaps in bytes.
const LONG_HEADER: u64 = 3;
/// The bits for titles.
const TITLE_BITS: u32 = 2;
/// The bit of the header that says that places follow the documents.
const HAS_PLACES: u64 = 4;
/// The bits of the header below the number of documents minus one.
const HEADER_BITS: u32 = 3;

#[cfg(test)]
mod tests;
