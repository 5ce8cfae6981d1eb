//! The conditions of a search.

use crate::numbers::FavoriteId;
use crate::term::Term;

/// A condition on the terms of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The document has this term.
    Term {
        /// The term.
        term: Term,
        /// True if the title must have it.
        in_title: bool,
    },
    /// The document has a term that begins with these bytes.
    Beginning {
        /// The first bytes of the term.
        beginning: Term,
        /// True if the title must have such a term.
        in_title: bool,
    },
    /// The document has all of these terms, and their places permit that they follow each other. Compare its text to be sure that they do.
    Sequence {
        /// The terms, in their order.
        terms: Vec<Term>,
        /// True if the title must have each of them.
        in_title: bool,
    },
    /// The document meets all of these conditions. If there are none, every document does.
    All(Vec<Wanted>),
    /// The document meets one of these conditions. If there are none, no document does.
    Any(Vec<Wanted>),
    /// The document does not meet the condition.
    Not(Box<Wanted>),
}

impl Wanted {
    /// Returns a condition that every document meets that meets this one, and that asks for no beginning.
    /// `None` means that every document does.
    pub(super) fn without_beginnings(&self) -> Option<Self> {
        match self {
            Self::Beginning { .. } => None,
            Self::Term { .. } | Self::Sequence { .. } => Some(self.clone()),
            Self::All(all) => Some(Self::All(all.iter().filter_map(Self::without_beginnings).collect())),
            Self::Any(any) => any.iter().map(Self::without_beginnings).collect::<Option<_>>().map(Self::Any),
            Self::Not(not) => (!not.has_beginnings()).then(|| self.clone()),
        }
    }

    fn has_beginnings(&self) -> bool {
        match self {
            Self::Beginning { .. } => true,
            Self::Term { .. } | Self::Sequence { .. } => false,
            Self::All(all) | Self::Any(all) => all.iter().any(Self::has_beginnings),
            Self::Not(not) => not.has_beginnings(),
        }
    }
}

/// The ids in which a search looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedIds {
    /// The lowest id.
    pub lowest: FavoriteId,
    /// The lowest id that is too high. `None` means that no id is.
    pub end: Option<FavoriteId>,
}

impl SearchedIds {
    /// All ids.
    pub const ALL: Self = Self { lowest: FavoriteId(0), end: None };

    /// Returns true if the search looks at this id.
    #[must_use]
    pub fn contains(&self, id: FavoriteId) -> bool {
        id >= self.lowest && self.end.is_none_or(|end| id < end)
    }

    /// Returns the highest id in which the search looks.
    pub(super) fn highest(&self) -> FavoriteId {
        FavoriteId(self.end.map_or(u128::MAX, |end| end.0.saturating_sub(1)))
    }
}

/// The extent of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The number of documents that are enough, at least one.
    pub enough: usize,
    /// The bytes after which the search reads no more lists. It always reads the beginnings of all lists, so that each search gets on.
    pub bytes: usize,
}
