//! The terms by which favorites are found.

use std::collections::BTreeMap;

use crate::posting::Places;
use crate::term::Term;
use crate::text_slot::SlotEntry;

/// A term in a favorite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mention {
    /// True if the title contains the term.
    pub in_title: bool,
    /// The places of the term among the words of the favorite. A term that isn't a word has none.
    pub places: Places,
}

/// The terms by which favorites are found.
pub trait Terms {
    /// Returns the terms of a favorite that exists. The same entry must always have the same terms.
    fn terms(&self, entry: &SlotEntry) -> BTreeMap<Term, Mention>;
}
