//! The request of a search, and the page it returns.

use std::collections::BTreeMap;

use single_table::Timestamp;

use super::facts::Facts;
use super::query::SearchQuery;
use crate::model::counts::TypeCounts;
use crate::model::data_type::DataType;
use crate::model::favorite::FavoriteData;
use crate::model::ids::TagId;
use crate::model::page::{PageSize, Position};

/// A search. The default finds everything.
#[derive(Debug, Clone, Default)]
pub struct SearchRequest {
    /// The words to find.
    pub query: SearchQuery,
    /// Limits the search to favorites of this type.
    pub data_type: Option<DataType>,
    /// Limits the search to favorites with this tag.
    pub tag_id: Option<TagId>,
    /// The most favorites on the page.
    pub size: PageSize,
    /// The position after which to continue: the `next` of the page before.
    pub after: Option<Position>,
    /// True to count every match, even if this means reading all of them.
    pub count_all: bool,
}

/// A page of search results, newest first. What was saved from exactly the address that the query is comes
/// before all others. If `next` is set, another page may follow.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchPage {
    /// The favorites as lists show them. Leaves out favorites that were removed after the search index recorded them.
    pub items: Vec<FavoriteData>,
    /// The position after which the next page begins.
    pub next: Option<Position>,
    /// Set if the search had read as much as it may for one page before the page was full: the `clipTime` down to which it has
    /// searched. The next page continues from there, so this page may have few favorites or none.
    pub searched_to: Option<Timestamp>,
    /// The number of matches. Only the first page has it.
    pub counts: Option<MatchCounts>,
}

/// The number of favorites on all pages of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// The number of favorites of each type.
    pub by_type: TypeCounts,
    /// The number of favorites with each tag.
    pub by_tag: BTreeMap<TagId, u64>,
    /// True if the search looked at everything that can match. If false, it stopped when the page was full or the budget of the search
    /// was used up, and the numbers are lower bounds.
    pub complete: bool,
}

impl MatchCounts {
    /// Counts one more favorite.
    pub(super) fn add(&mut self, facts: &Facts) {
        self.by_type.add(facts.data_type);
        for tag_id in &facts.tags {
            *self.by_tag.entry(*tag_id).or_default() += 1;
        }
    }
}
