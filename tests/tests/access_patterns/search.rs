//! The patterns of searches.

use crate::account::{Account, PERSON};
use crate::pattern::{Pattern, Request};
use crate::request::{batch, read_head};

/// The number of items on a page by default.
const PAGE: usize = 50;

pub(super) fn search(account: &Account) -> Vec<Pattern> {
    let Account { link, alone, untagged, notes, .. } = account;
    let newest: Vec<_> = [link, alone, untagged].into_iter().chain(notes.iter().rev()).cloned().collect();
    let endpoint = "GET /search";
    vec![
        Pattern::http(endpoint, "one that is found", "/search?q=kept", None, finding(&newest[..1])),
        Pattern::http(endpoint, "a page of everything", "/search", None, finding(&newest[..PAGE])),
        Pattern::http(endpoint, "nothing that is found", "/search?q=nowhere", None, looking().into()),
    ]
}

fn finding(data_ids: &[String]) -> Vec<Request> {
    looking().into_iter().chain([batch("FavoriteData", data_ids)]).collect()
}

/// Returns the first reads of a search: the head, all tags, and the text slots. The favorites are too few for a run of the index.
fn looking() -> [Request; 3] {
    [
        read_head(),
        whole("StoredItem", ("UniqueTagName#{userId}", format!("UniqueTagName#{PERSON}")), true),
        whole("SearchText", ("SearchText#{userId}", format!("SearchText#{PERSON}")), true),
    ]
}

/// Returns a query of a whole partition of the table, which is smaller than a megabyte here.
fn whole(entity: &'static str, partition: (&'static str, String), ascending: bool) -> Request {
    let attributes = ("pk", "sk");
    Request::Query {
        entity,
        index: None,
        attributes,
        partition,
        ascending,
        consistent: false,
        limit: usize::MAX,
    }
}
