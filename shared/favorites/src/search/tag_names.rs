//! The names of a user's tags, as the conditions of a search compare them.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use single_table::keys::{CaseFolded, parse_sort_key, partition_key};

use super::query::TagNamed;
use crate::error::Error;
use crate::model::ids::{TagId, UserId};
use crate::model::tag::UNIQUE_TAG_NAME;
use crate::search_text::{Readings, Words, fold};
use crate::service::Favorites;
use crate::stored_items::{StoredItem, StoredItemItems};

/// The character between the folders in the name of a tag that an import made from folders.
const PATH_SEPARATOR: char = '/';

/// A tag with its case-folded name. Case folding is the first step of every other folding, so searches need no
/// other form of the name.
pub(super) struct NamedTag {
    pub(super) tag_id: TagId,
    pub(super) folded_name: CaseFolded,
}

impl Favorites {
    /// Reads the names of all tags of a user, from the records that keep the names unique: these are half as large
    /// as the tags.
    pub(super) async fn named_tags(&self, user: &UserId) -> Result<Vec<NamedTag>, Error> {
        let partition = partition_key(&UNIQUE_TAG_NAME, &(user,)).map_err(single_table::Error::from)?;
        let records = self.items.all(StoredItemItems::query(partition)).await?;
        let named = records.into_iter().map(|StoredItem { sk, tag_id, .. }| {
            let (folded_name,) = parse_sort_key(&sk).map_err(single_table::Error::from)?;
            let tag_id = tag_id.ok_or(Error::catalogue("the record of a tag's name has no tag"))?;
            Ok(NamedTag { tag_id, folded_name })
        });
        named.collect()
    }
}

/// The names of tags, which are folded once for all conditions, and only if a condition looks at names.
pub(super) struct TagNames<'a> {
    tags: &'a [NamedTag],
    folded: OnceCell<Vec<String>>,
    named: OnceCell<Vec<Vec<TagNamed>>>,
}

impl<'a> TagNames<'a> {
    pub(super) fn new(tags: &'a [NamedTag]) -> Self {
        Self { tags, folded: OnceCell::new(), named: OnceCell::new() }
    }

    /// Returns the tags whose names have these words.
    pub(super) fn with_words(&self, words: &Words) -> BTreeSet<TagId> {
        let folded =
            self.folded.get_or_init(|| self.tags.iter().map(|tag| fold(tag.folded_name.as_str())).collect());
        let named = self.tags.iter().zip(folded);
        named.filter(|(_, name)| words.are_in_name(&Readings::of(name))).map(|(tag, _)| tag.tag_id).collect()
    }

    /// Returns the tag with this name and its descendants: `Dev/Rust` is a descendant of `Dev`.
    pub(super) fn named(&self, wanted: &TagNamed) -> BTreeSet<TagId> {
        let named = self
            .named
            .get_or_init(|| self.tags.iter().map(|tag| with_ancestors(tag.folded_name.as_str())).collect());
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
pub(super) mod tests;
