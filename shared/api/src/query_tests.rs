use favorites::{DataType, TagSort};

use super::*;
use crate::base_path::BasePath;
use crate::fault::Place;

fn user(name: &str) -> UserId {
    UserId::parse(name).unwrap()
}

const ACCEPTED: &[&str] = &["type", "sort", "order", "limit", "cursor"];

fn query(raw: &str) -> Query {
    Query::new(raw, &BTreeMap::new(), ACCEPTED)
}

fn list(raw: &str) -> Result<List, Problem> {
    let mut query = query(raw);
    let _: Option<DataType> = query.optional("type");
    query.list(&user("alice"), "list-favorites", Order::Descending)
}

fn faults(raw: &str) -> Vec<(String, String)> {
    let problem = list(raw).unwrap_err();
    let place = |fault: &InputFault| match &fault.place {
        Place::Parameter(name) => (name.clone(), fault.detail.clone()),
        other => panic!("a query fault names a parameter: {other:?}"),
    };
    problem.faults().iter().map(place).collect()
}

#[test]
fn a_list_has_defaults() {
    let list = list("").unwrap();
    assert_eq!(
        *list.page(),
        PageRequest { order: Order::Descending, size: PageSize::default(), after: None }
    );
}

#[test]
fn every_parameter_is_read() {
    let mut query = query("sort=lastAccessTime&order=asc&limit=7");
    assert_eq!(query.optional("sort"), Some(TagSort::LastAccessTime));
    let list = query.list(&user("alice"), "list-tags", Order::Descending).unwrap();
    assert_eq!(
        *list.page(),
        PageRequest { order: Order::Ascending, size: PageSize::new(7).unwrap(), after: None }
    );
}

#[test]
fn each_fault_names_its_parameter() {
    for (raw, name, detail) in [
        ("limit=0", "limit", "must be a whole number from 1 to 100; \"0\" was given"),
        ("limit=101", "limit", "must be a whole number from 1 to 100; \"101\" was given"),
        ("limit=-1", "limit", "must be a whole number from 1 to 100; \"-1\" was given"),
        ("limit=", "limit", "must be a whole number from 1 to 100; \"\" was given"),
        ("limit=1e1", "limit", "must be a whole number from 1 to 100; \"1e1\" was given"),
        ("order=up", "order", "must be one of asc, desc; \"up\" was given"),
        ("order=ASC", "order", "must be one of asc, desc; \"ASC\" was given"),
        ("limit=5&limit=5", "limit", "must be given once; it was given 2 times"),
        (
            "typ=image",
            "typ",
            "is not a query parameter of this route, which has type, sort, order, limit, cursor",
        ),
        ("=", "", "is not a query parameter of this route, which has type, sort, order, limit, cursor"),
        (
            "cursor=abc",
            "cursor",
            "must be the nextCursor of this list, unchanged, with the same filters and order",
        ),
    ] {
        assert_eq!(faults(raw), [(name.to_owned(), detail.to_owned())], "{raw}");
    }
    assert!(faults("type=dream")[0].1.starts_with("must be one of image, video, "));
}

#[test]
fn every_fault_comes_at_once() {
    let names: Vec<_> =
        faults("type=x&order=y&limit=z&a=1&b=2&cursor=c").into_iter().map(|fault| fault.0).collect();
    assert_eq!(names, ["type", "order", "limit", "a", "b"]);
}

#[test]
fn text_is_decoded_and_cut() {
    assert!(list("%74ype=im%61ge").is_ok());
    assert_eq!(faults("type=%ff")[0].1, "must be percent-encoded UTF-8; \"type=%ff\" was given");
    let long = faults(&format!("{}=1", "n".repeat(5_000)));
    assert_eq!(long[0].0, "n".repeat(100));
}

fn next_cursor(list: &List) -> String {
    let next = Some(Position("here".to_owned()));
    let answer = list.answer(&Page { items: vec![1, 2], next }, |item| *item).into_http(&BasePath::default());
    let body: serde_json::Value = serde_json::from_str(answer.body()).unwrap();
    assert_eq!(body["items"], serde_json::json!([1, 2]));
    body["nextCursor"].as_str().unwrap().to_owned()
}

#[test]
fn a_cursor_leads_on_in_its_own_list() {
    let cursor = next_cursor(&list("type=image").unwrap());
    for raw in ["type=image", "type=image&order=desc", "type=image&limit=3"] {
        let list = list(&format!("{raw}&cursor={cursor}")).unwrap();
        assert_eq!(list.page().after, Some(Position("here".to_owned())), "{raw}");
    }
    for raw in ["", "type=video", "type=image&order=asc"] {
        let problem = list(&format!("{raw}&cursor={cursor}")).unwrap_err();
        assert_eq!(problem.faults().len(), 1, "{raw}");
    }
}

#[test]
fn a_cursor_belongs_to_its_person_list_and_path() {
    let path = |id: &str| BTreeMap::from([("tagId".to_owned(), id.to_owned())]);
    let open = |raw: &str, tag: &str, person: &str, name: &str| {
        Query::new(raw, &path(tag), ACCEPTED).list(&user(person), name, Order::Descending)
    };
    let cursor = next_cursor(&open("", "one", "alice", "list-tag-favorites").unwrap());
    let raw = format!("cursor={cursor}");
    assert!(open(&raw, "one", "alice", "list-tag-favorites").is_ok());
    assert!(open(&raw, "two", "alice", "list-tag-favorites").is_err());
    assert!(open(&raw, "one", "bob", "list-tag-favorites").is_err());
    assert!(open(&raw, "one", "alice", "list-trash").is_err());
}

#[test]
fn the_last_page_has_a_null_cursor() {
    let answer = list("")
        .unwrap()
        .answer(&Page::<u8> { items: vec![], next: None }, |item| *item)
        .into_http(&BasePath::default());
    assert_eq!(answer.body(), r#"{"items":[],"nextCursor":null}"#);
}

#[test]
fn a_route_without_parameters_refuses_all_of_them() {
    let query = |raw| Query::new(raw, &BTreeMap::new(), &[]);
    assert!(query("").end().is_ok());
    let problem = query("limit=1&x=2").end().unwrap_err();
    let details: Vec<_> = problem.faults().iter().map(|fault| fault.detail.as_str()).collect();
    assert_eq!(details, ["is not a query parameter of this route, which has none"; 2]);
}

#[test]
fn a_list_that_is_whole_has_an_order_only() {
    let order = |raw: &str| {
        let mut query = Query::new(raw, &BTreeMap::new(), &["order"]);
        let order = query.order(Order::Ascending);
        query.end().map(|()| order.unwrap())
    };
    assert_eq!(order("").unwrap(), Order::Ascending);
    assert_eq!(order("order=desc").unwrap(), Order::Descending);
    assert_eq!(order("order=up").unwrap_err().faults()[0].place, Place::Parameter("order".to_owned()));
    let unknown = order("limit=1").unwrap_err();
    assert_eq!(unknown.faults()[0].detail, "is not a query parameter of this route, which has order");
}
