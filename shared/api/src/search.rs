//! The query parameters of a search, and its answer.

use favorites::{Order, PageRequest, SearchPage, SearchQuery, SearchRequest, UserId};

use crate::fault::{InputFault, excerpt};
use crate::problem::Problem;
use crate::query::{List, Query};
use crate::response::Response;

/// A search as the request asks for it.
#[derive(Debug)]
pub struct Search {
    request: SearchRequest,
    list: List,
}

impl Query {
    /// Reads the search from `q`, `type`, `tag`, `counts`, `limit` and `cursor`. There is only one order, so there is no
    /// `order`. A cursor goes with the same `q`, `type` and `tag`.
    ///
    /// # Errors
    /// As [`list`](Self::list), and for a `q` that can't be read.
    pub fn search(mut self, user: &UserId) -> Result<Search, Problem> {
        let query = self.filter("q", read_query);
        let data_type = self.optional("type");
        let tag_id = self.optional("tag");
        let count_all = self.setting("counts", read_counts);
        let list = self.page(user, "search-favorites", Order::Descending)?;
        let PageRequest { size, after, order: _ } = list.page().clone();
        let request = SearchRequest {
            query: query.unwrap_or_default(),
            data_type,
            tag_id,
            size,
            after,
            count_all: count_all.is_some(),
        };
        Ok(Search { request, list })
    }
}

fn read_query(text: &str) -> Result<SearchQuery, InputFault> {
    SearchQuery::parse(text)
        .map_err(|error| InputFault::parameter("q", error.to_string()).at(error.position()))
}

fn read_counts(text: &str) -> Result<(), String> {
    if text == "all" { Ok(()) } else { Err(format!("must be all; \"{}\" was given", excerpt(text))) }
}

impl Search {
    /// The query.
    #[must_use]
    pub fn request(&self) -> &SearchRequest {
        &self.request
    }

    /// The answer `{items, nextCursor, counts, partlySearched}`. `nextCursor` is null on the last page; only the first has `counts`.
    #[must_use]
    pub fn answer(&self, page: &SearchPage) -> Response {
        Response::found(page, self.list.cursor(page.next.as_ref()))
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
