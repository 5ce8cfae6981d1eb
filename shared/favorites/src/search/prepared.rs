//! A condition of a search, prepared for the tags of a user.

use std::collections::BTreeSet;

use super::candidate::Candidate;
use super::query::{Condition, TagNamed, Wanted};
use crate::catalogue::signature::Alternatives;
use crate::model::ids::TagId;
use crate::model::tag::Tag;
use crate::search_text::{Part, Readings, fold};

/// A condition, and the tags that meet it by their names.
pub(super) struct Prepared<'a> {
    condition: &'a Condition,
    tags: BTreeSet<TagId>,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(condition: &'a Condition, tags: &[Tag]) -> Self {
        let is_named = |name: &str| match &condition.wanted {
            Wanted::Words(words) => words.is_in(&Readings::of(&fold(name))),
            Wanted::Tag(wanted) => TagNamed::of(name).as_ref() == Some(wanted),
            _ => false,
        };
        let named = tags.iter().filter(|tag| is_named(tag.tag_name.as_str()));
        Self { condition, tags: named.map(|tag| tag.tag_id).collect() }
    }

    /// Returns sets of tokens, one of which every text contains that meets the condition. `None` if other texts may meet it, too:
    /// words that occur in the name of a tag also match favorites under the tag, whatever their text is.
    pub(super) fn tokens(&self) -> Option<Alternatives> {
        match &self.condition.wanted {
            _ if self.condition.is_excluded => None,
            Wanted::Words(words) if self.tags.is_empty() => Some(words.tokens()),
            Wanted::Title(words) => Some(words.tokens()),
            Wanted::Site(site) => Some(site.tokens()),
            _ => None,
        }
    }

    /// Returns false if no favorite of a segment with these texts can meet the condition.
    pub(super) fn may_be_met_by(&self, texts: &Readings<'_>) -> bool {
        match &self.condition.wanted {
            _ if self.condition.is_excluded => true,
            Wanted::Words(words) => !self.tags.is_empty() || words.is_in(texts),
            Wanted::Title(words) => words.is_in(texts),
            Wanted::Site(site) => site.may_be_in(texts),
            _ => true,
        }
    }

    pub(super) fn is_met_by(&self, candidate: &Candidate<'_>, text: &Readings<'_>) -> bool {
        let has_tag = || candidate.tags.iter().any(|tag| self.tags.contains(tag));
        let has_wanted = match &self.condition.wanted {
            Wanted::Words(words) => words.is_in(text) || has_tag(),
            Wanted::Title(words) => words.is_in(&Readings::of(Part::Title.of(candidate.text))),
            Wanted::Site(site) => site.has(Part::Host.of(candidate.text)),
            Wanted::Tag(_) => has_tag(),
            Wanted::Untagged => candidate.tags.is_empty(),
            Wanted::Type(data_type) => candidate.data_type == *data_type,
            Wanted::Before(id) => candidate.data_id < *id,
            Wanted::After(id) => candidate.data_id >= *id,
        };
        has_wanted != self.condition.is_excluded
    }
}
