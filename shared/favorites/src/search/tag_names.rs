//! The names of a user's tags, as the conditions of a search compare them.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::query::TagNamed;
use crate::model::ids::TagId;
use crate::model::tag::Tag;
use crate::search_text::{Readings, Words, fold};

/// The character between the folders in the name of a tag that an import made from folders.
const PATH_SEPARATOR: char = '/';

/// The names of tags, which are folded once for all conditions, and only if a condition looks at names.
pub(super) struct TagNames<'a> {
    tags: &'a [Tag],
    folded: OnceCell<Vec<String>>,
    named: OnceCell<Vec<Vec<TagNamed>>>,
}

impl<'a> TagNames<'a> {
    pub(super) fn new(tags: &'a [Tag]) -> Self {
        Self { tags, folded: OnceCell::new(), named: OnceCell::new() }
    }

    /// Returns the tags whose names have these words.
    pub(super) fn with_words(&self, words: &Words) -> BTreeSet<TagId> {
        let folded =
            self.folded.get_or_init(|| self.tags.iter().map(|tag| fold(tag.tag_name.as_str())).collect());
        let named = self.tags.iter().zip(folded);
        named.filter(|(_, name)| words.are_in_name(&Readings::of(name))).map(|(tag, _)| tag.tag_id).collect()
    }

    /// Returns the tag with this name and its descendants: `Dev/Rust` is a descendant of `Dev`.
    pub(super) fn named(&self, wanted: &TagNamed) -> BTreeSet<TagId> {
        let named = self
            .named
            .get_or_init(|| self.tags.iter().map(|tag| with_ancestors(tag.tag_name.as_str())).collect());
        self.tags
            .iter()
            .zip(named)
            .filter(|(_, named)| named.contains(wanted))
            .map(|(tag, _)| tag.tag_id)
            .collect()
    }
}

/// Returns the name, and the names of the tags of which it is a descendant.
fn with_ancestors(name: &str) -> Vec<TagNamed> {
    let ancestors = name.match_indices(PATH_SEPARATOR).map(|(end, _)| &name[..end]);
    ancestors.chain([name]).filter_map(TagNamed::of).collect()
}

#[cfg(test)]
#[path = "tag_names_tests.rs"]
mod tests;
