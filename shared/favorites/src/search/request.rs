//! What a search asks, and what it answers.

use std::collections::BTreeMap;

use super::query::SearchQuery;
use crate::counts::TypeCounts;
use crate::data_type::DataType;
use crate::favorite::FavoriteData;
use crate::ids::TagId;
use crate::page::{PageSize, Position};

/// A search. The default finds everything.
#[derive(Debug, Clone, Default)]
pub struct SearchRequest {
    /// The words to find.
    pub query: SearchQuery,
    /// Only favorites of this type.
    pub data_type: Option<DataType>,
    /// Only favorites under this tag.
    pub tag_id: Option<TagId>,
    /// How many favorites at the most.
    pub size: PageSize,
    /// Where to go on.
    pub after: Option<Position>,
    /// Whether to count all that matches, however much has to be read for it.
    pub count_all: bool,
}

/// A part of what a search found, newest first. Where `next` is there, more may follow.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchPage {
    /// The favorites as lists show them. One that went away since the catalogue took note of it is left out.
    pub items: Vec<FavoriteData>,
    /// Where the next page begins.
    pub next: Option<Position>,
    /// How many match. Only the first page has them.
    pub counts: Option<MatchCounts>,
    /// How many of the person's favorites have more text than [is searched](crate::limits::SEARCHED_CHARS), and so may match
    /// without being found.
    pub partly_searched: u64,
}

/// How many favorites match, of all pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Of each type.
    pub by_type: TypeCounts,
    /// Under each tag.
    pub by_tag: BTreeMap<TagId, u64>,
    /// Whether everything was read. If not, there are as many at least: the page was full before.
    pub complete: bool,
}
