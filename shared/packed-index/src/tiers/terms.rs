//! The terms by which favorites are found.

use std::collections::BTreeMap;

use crate::term::Term;
use crate::text_slot::SlotEntry;

/// A term in a favorite.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mention {
    /// True if the title contains the term.
    pub in_title: bool,
    /// The positions of the term among the words of the favorite, in ascending order. A term that isn't a word has none.
    pub positions: Vec<u32>,
}

/// The terms by which favorites are found.
pub trait Terms {
    /// Returns the terms of a favorite that exists. The same entry must always have the same terms.
    fn terms(&self, entry: &SlotEntry) -> BTreeMap<Term, Mention>;
}
