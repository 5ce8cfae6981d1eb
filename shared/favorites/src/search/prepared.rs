//! A condition of a search, prepared for the tags of a user.

use std::collections::BTreeSet;

use super::facts::Facts;
use super::query::{Condition, Wanted};
use super::tag_names::TagNames;
use crate::model::ids::TagId;
use crate::search_text::{Part, Readings};

/// A condition, and the tags that meet it by their names.
pub(super) struct Prepared<'a> {
    condition: &'a Condition,
    tags: BTreeSet<TagId>,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(condition: &'a Condition, names: &TagNames<'_>) -> Self {
        let tags = match &condition.wanted {
            Wanted::Words(words) => names.with_words(words),
            Wanted::Tag(wanted) => names.named(wanted),
            _ => BTreeSet::new(),
        };
        Self { condition, tags }
    }

    pub(super) fn wanted(&self) -> &Wanted {
        &self.condition.wanted
    }

    pub(super) fn is_excluded(&self) -> bool {
        self.condition.is_excluded
    }

    /// Returns the tags that meet the condition.
    pub(super) fn tags(&self) -> impl Iterator<Item = TagId> {
        self.tags.iter().copied()
    }

    /// Returns whether a favorite with any text meets the condition, or `None` if that depends on its text.
    pub(super) fn is_met_without_text(&self, facts: &Facts) -> Option<bool> {
        let has_tag = || facts.tags.iter().any(|tag| self.tags.contains(tag));
        let has_wanted = match &self.condition.wanted {
            Wanted::Words(_) if has_tag() => true,
            Wanted::Words(_) | Wanted::Title(_) | Wanted::Site(_) => return None,
            Wanted::Tag(_) => has_tag(),
            Wanted::Untagged => facts.tags.is_empty(),
            Wanted::Type(data_type) => facts.data_type == *data_type,
            Wanted::Before(id) => facts.data_id < *id,
            Wanted::After(id) => facts.data_id >= *id,
        };
        Some(has_wanted != self.condition.is_excluded)
    }

    pub(super) fn is_met_by(&self, facts: &Facts, text: &Readings<'_>) -> bool {
        self.is_met_if(facts, || match &self.condition.wanted {
            Wanted::Words(words) => words.is_in(text),
            Wanted::Title(words) => words.is_in(&Readings::of(Part::Title.of(text.folded()))),
            Wanted::Site(site) => site.has(Part::Host.of(text.folded())),
            _ => false,
        })
    }

    /// Returns whether a favorite meets the condition, if `has_wanted` tells whether its text has what is wanted.
    pub(super) fn is_met_if(&self, facts: &Facts, has_wanted: impl FnOnce() -> bool) -> bool {
        self.is_met_without_text(facts).unwrap_or_else(|| has_wanted() != self.condition.is_excluded)
    }
}
