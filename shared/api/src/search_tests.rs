use std::collections::BTreeMap;

use favorites::{DataType, MatchCounts, PageSize, Position, TypeCounts};
use serde_json::{Value, json};

use super::*;
use crate::base_path::BasePath;
use crate::fault::Place;
use crate::sample::{self, ID};

fn search(raw: &str) -> Result<Search, Problem> {
    search_of("alice", raw)
}

fn search_of(user: &str, raw: &str) -> Result<Search, Problem> {
    Query::new(raw, &BTreeMap::new(), sample::ROUTE.query).search(&UserId::parse(user).unwrap())
}

fn faults(raw: &str) -> Vec<InputFault> {
    search(raw).unwrap_err().faults().to_vec()
}

fn places(raw: &str) -> Vec<String> {
    let place = |fault: InputFault| match fault.place {
        Place::Parameter(name) => name,
        other => panic!("a query fault names a parameter: {other:?}"),
    };
    faults(raw).into_iter().map(place).collect()
}

fn answer(raw: &str, page: &SearchPage) -> Value {
    let answer = search(raw).unwrap().answer(page).into_http(&BasePath::default());
    serde_json::from_str(answer.body()).unwrap()
}

fn page() -> SearchPage {
    SearchPage { items: vec![sample::favorite()], next: None, searched_to: None, counts: None }
}

#[test]
fn nothing_asked_is_everything() {
    let search = search("").unwrap();
    let SearchRequest { data_type, tag_id, size, after, count_all, query: _ } = search.request();
    assert_eq!((data_type, tag_id, after, count_all), (&None, &None, &None, &false));
    assert_eq!(*size, PageSize::default());
}

#[test]
fn every_parameter_is_read() {
    let search = search(&format!("q=rust+book&type=link&tag={ID}&counts=all&limit=7")).unwrap();
    let SearchRequest { data_type, tag_id, size, count_all, .. } = search.request();
    assert_eq!((data_type, tag_id), (&Some(DataType::Link), &Some(ID.parse().unwrap())));
    assert_eq!((*size, *count_all), (PageSize::new(7).unwrap(), true));
}

#[test]
fn a_query_that_cannot_be_read_says_where() {
    for (raw, position) in [("q=rust+before:soon", 13), ("q=%E6%94%B6%E8%97%8F+type:book", 9)] {
        let faults = faults(raw);
        let detail = format!(" at character {position}: it must be ");
        assert!(faults.len() == 1 && faults[0].detail.contains(&detail), "{faults:?}");
        assert_eq!(faults, [InputFault::parameter("q", faults[0].detail.clone()).at(position)], "{raw}");
    }
}

#[test]
fn operators_are_parameters_too() {
    assert!(search("site=example.com&before=2026-11-23&after=2026&untagged=true").is_ok());
    let long = format!("site={}", "é".repeat(257));
    for (raw, name, detail) in [
        ("site=?", "site", "must have a letter, a digit or a symbol; \"?\" was given"),
        (&long, "site", "must have at most 256 characters; 257 were given"),
        ("untagged=yes", "untagged", "must be true; \"yes\" was given"),
    ] {
        assert_eq!(faults(raw), [InputFault::parameter(name, detail)]);
    }
    assert_eq!(places("before=soon&after=2026-13"), ["before", "after"]);
}

#[test]
fn every_fault_comes_at_once() {
    let raw = "q=type:x&type=x&tag=y&counts=no&limit=0&order=asc&page=2&cursor=c";
    assert_eq!(places(raw), ["q", "type", "tag", "counts", "limit", "order", "page"]);
    assert_eq!(faults("counts=no"), [InputFault::parameter("counts", "must be all; \"no\" was given")]);
    assert_eq!(places("q=a&q=b"), ["q"]);
    assert_eq!(places("cursor=c"), ["cursor"]);
}

#[test]
fn the_first_page_has_counts() {
    let by_tag = [(ID.parse().unwrap(), 1)].into();
    let by_type = TypeCounts::from_iter([(DataType::Note, 1)]);
    let counts = MatchCounts { by_type, by_tag, complete: true };
    let body = answer("", &SearchPage { counts: Some(counts), ..page() });
    let expected = json!({ "total": 1, "byType": { "note": 1 }, "byTag": { ID: 1 }, "complete": true });
    assert_eq!(&body["counts"], &expected);
    assert_eq!((&body["items"][0]["dataId"], &body["nextCursor"]), (&json!(ID), &Value::Null));
    assert_eq!(body.as_object().unwrap().len(), 3);
}

#[test]
fn a_page_that_ended_early_has_the_time_down_to_which_it_searched() {
    let time = "2026-01-02T03:04:05.678Z";
    let page = SearchPage { searched_to: Some(time.parse().unwrap()), ..page() };
    assert_eq!(answer("", &page)["searchedTo"], time);
}

#[test]
fn later_pages_have_none() {
    assert_eq!(answer("", &page()).get("counts"), None);
}

#[test]
fn a_cursor_goes_with_its_query_and_filters() {
    let next = Position(ID.to_owned());
    let body = answer("q=rust&type=note", &SearchPage { next: Some(next.clone()), ..page() });
    let cursor = body["nextCursor"].as_str().unwrap();
    for raw in ["q=rust&type=note", "type=note&q=rust&limit=3", "q=rust&type=note&counts=all"] {
        let search = search(&format!("{raw}&cursor={cursor}")).unwrap();
        assert_eq!(search.request().after, Some(next.clone()), "{raw}");
    }
    let with_tag = format!("q=rust&type=note&tag={ID}");
    for raw in ["", "q=rust", "type=note", "q=Rust&type=note", "q=rust&type=link", &*with_tag] {
        assert_eq!(places(&format!("{raw}&cursor={cursor}")), ["cursor"], "{raw}");
    }
    assert!(search_of("bob", &format!("q=rust&type=note&cursor={cursor}")).is_err());
}
