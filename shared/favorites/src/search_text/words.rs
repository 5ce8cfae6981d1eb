//! Words and phrases in both readings.

use std::collections::BTreeSet;

use super::fold::fold;
use super::matcher::{End, Term};
use super::readings::Readings;
use super::tokens::{NeededToken, is_single};

/// A word or a phrase to look for. Hyphens and apostrophes inside its words, and inside those of the text, may be missing or
/// replaced by a space: `e-mail` finds `email` and `e mail`, and `email` finds `e-mail`.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    apart: Term,
    /// The words without joints. `None` if they have none.
    together: Option<Term>,
    /// True if they are one word, or one run of characters of scripts without spaces.
    is_single: bool,
}

impl Words {
    /// Folds `text`. Returns `None` if nothing is left to look for.
    pub(crate) fn new(text: &str, end: End) -> Option<Self> {
        let folded = fold(text);
        let readings = Readings::of(&folded);
        let apart = Term::new(readings.apart(), end)?;
        let together = if readings.differ() { Term::new(readings.together(), end) } else { None };
        let is_single = is_single(apart.text());
        Some(Self { apart, together, is_single })
    }

    /// Returns true if one of the readings of the words occurs in the same reading of the text.
    pub(crate) fn is_in(&self, text: &Readings<'_>) -> bool {
        let together = self.together.as_ref().unwrap_or(&self.apart);
        let may_differ = self.together.is_some() || text.differ();
        self.is_apart_in(text) || (may_differ && together.is_in(text.together()))
    }

    /// Returns true if the words occur in the name of a tag. `#reading` also finds the tag `Reading`.
    pub(crate) fn are_in_name(&self, name: &Readings<'_>) -> bool {
        let after_sign = || self.apart.text().strip_prefix('#').is_some_and(|rest| !rest.is_empty());
        self.is_in(name) || after_sign() && self.is_in(&Readings::of(&format!("#{}", name.folded())))
    }

    /// Returns true if the words, with a space for each joint, occur in the text read the same way. For a single word, a joint separates
    /// as a space does, so the text need not be copied to replace its joints.
    fn is_apart_in(&self, text: &Readings<'_>) -> bool {
        self.apart.is_in(if self.is_single { text.folded() } else { text.apart() })
    }

    /// Returns sets of conditions, one of which every text meets in which the words occur.
    pub(crate) fn needed_tokens(&self) -> Vec<BTreeSet<NeededToken>> {
        self.terms().map(NeededToken::of_term).collect()
    }

    /// Returns true if the words occur in every text that meets one of these sets of conditions.
    pub(crate) fn are_decided_by_tokens(&self) -> bool {
        self.together.is_none() && NeededToken::decides(&self.apart)
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        [Some(&self.apart), self.together.as_ref()].into_iter().flatten()
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
