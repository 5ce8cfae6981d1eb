//! The patterns of search.

use crate::account::{Account, PERSON};
use crate::pattern::{Pattern, Request};
use crate::request::{batch, read_head};

/// The items of a page when the caller does not say.
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

/// The newest changes, the names of the tags, and a megabyte of the catalogue from its newest end on.
fn looking() -> [Request; 3] {
    [
        read_head(),
        whole("Tag", ("Tag#{userId}", format!("Tag#{PERSON}")), true),
        whole("Catalogue", ("Catalogue#{userId}", format!("Catalogue#{PERSON}")), false),
    ]
}

/// A query of a whole partition of the table, which here is less than a megabyte.
fn whole(entity: &'static str, partition: (&'static str, String), ascending: bool) -> Request {
    Request::Query { entity, index: None, attributes: ("pk", "sk"), partition, ascending, limit: usize::MAX }
}
