//! The query parameters of a search, and its answer.

use favorites::json::excerpt;
use favorites::limits::SEARCH_QUERY_CHARS;
use favorites::{Order, PageRequest, SearchOperator, SearchPage, SearchQuery, SearchRequest, UserId};

use crate::fault::InputFault;
use crate::problem::Problem;
use crate::query::{List, Query};
use crate::response::Response;

/// A search as the request asks for it.
#[derive(Debug)]
pub struct Search {
    request: SearchRequest,
    list: List,
}

/// The operators that are also parameters. `type` and `tag` are parameters of all lists, and `tag` has an id there.
const PARAMETERS: [SearchOperator; 3] = [SearchOperator::Site, SearchOperator::Before, SearchOperator::After];

impl Query {
    /// Reads the search from `q`, `type`, `tag`, `site`, `before`, `after`, `untagged`, `counts`, `limit` and `cursor`. There is only
    /// one order, so there is no `order`. A cursor goes with the same parameters except for `counts` and `limit`.
    ///
    /// # Errors
    /// As [`list`](Self::list), and for a `q` that can't be read.
    pub fn search(mut self, user: &UserId) -> Result<Search, Problem> {
        let mut query = self.filter("q", read_query).unwrap_or_default();
        let data_type = self.optional("type");
        let tag_id = self.id("tag");
        for operator in PARAMETERS {
            let name = operator.name();
            self.filter(name, |text| {
                require(&mut query, operator, text).map_err(|reason| InputFault::parameter(name, reason))
            });
        }
        let untagged =
            |text: &str| read_word(text, "true").map_err(|reason| InputFault::parameter("untagged", reason));
        if self.filter("untagged", untagged).is_some() {
            query.require_untagged();
        }
        let count_all = self.setting("counts", |text| read_word(text, "all"));
        let list = self.page(user, "search-favorites", Order::Descending)?;
        let PageRequest { size, after, order: _ } = list.page().clone();
        let request = SearchRequest { query, data_type, tag_id, size, after, count_all: count_all.is_some() };
        Ok(Search { request, list })
    }
}

fn read_query(text: &str) -> Result<SearchQuery, InputFault> {
    SearchQuery::parse(text)
        .map_err(|error| InputFault::parameter("q", error.to_string()).at(error.position()))
}

fn require(query: &mut SearchQuery, operator: SearchOperator, text: &str) -> Result<(), String> {
    let given = text.chars().count();
    if given > SEARCH_QUERY_CHARS {
        return Err(format!("must have at most {SEARCH_QUERY_CHARS} characters; {given} were given"));
    }
    query.require(operator, text).map_err(|fault| fault.to_string())
}

/// Reads a parameter that has only one value.
fn read_word(text: &str, word: &str) -> Result<(), String> {
    if text == word { Ok(()) } else { Err(format!("must be {word}; \"{}\" was given", excerpt(text))) }
}

impl Search {
    /// The query.
    #[must_use]
    pub fn request(&self) -> &SearchRequest {
        &self.request
    }

    /// The answer `{items, nextCursor, searchedTo, counts}`. `nextCursor` is null on the last page. Only a page that
    /// ended before it was full has `searchedTo`, and only the first page has `counts`.
    #[must_use]
    pub fn answer(&self, page: &SearchPage) -> Response {
        Response::found(page, self.list.cursor(page.next.as_ref()))
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
