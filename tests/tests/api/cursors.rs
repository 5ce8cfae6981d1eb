//! Cursors are opaque, are valid for one list of one user, and are refused if they were edited.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use favorites_tests::{Person, Service, data_id, sample, tag_id};
use serde_json::json;

/// Creates enough of everything for a second page of each list. Returns the ids of two tags.
async fn fill(person: &Person) -> [String; 2] {
    let tags = [person.create_tag("One").await, person.create_tag("Two").await];
    let tags = tags.map(|tag| tag_id(&tag).to_owned());
    for number in 0..4 {
        let members = json!({ "tagIds": tags });
        let note = sample::with(sample::favorite("note", &number.to_string()), &members);
        let kept = person.create(&note).await;
        if number < 2 {
            person.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
        }
    }
    tags
}

/// Returns the paths of all lists with every filter, sort and order.
fn lists(tags: &[String; 2]) -> Vec<String> {
    let mut lists = Vec::new();
    for order in ["asc", "desc"] {
        lists.extend(
            ["/favorites?", "/favorites?sort=updateTime&", "/favorites?type=note&", "/trash?"]
                .map(|list| format!("{list}order={order}")),
        );
        lists.extend(
            ["tagName", "createTime", "lastAccessTime"]
                .map(|sort| format!("/tags?sort={sort}&order={order}")),
        );
        for tag in tags {
            lists.push(format!("/tags/{tag}/favorites?order={order}"));
            lists.push(format!("/tags/{tag}/favorites?type=note&order={order}"));
        }
    }
    lists
}

async fn cursor(person: &Person, list: &str) -> String {
    let page = person.get(&format!("{list}&limit=1")).await.is(200);
    page["nextCursor"].as_str().unwrap_or_else(|| panic!("{list} has one page")).to_owned()
}

async fn refused(person: &Person, list: &str, cursor: &str) {
    let fault = person.get(&format!("{list}&cursor={cursor}")).await.fault();
    let expected = "must be the nextCursor of this list, unchanged, with the same filters and order";
    assert_eq!(fault, ("?cursor".to_owned(), expected.to_owned()));
}

#[tokio::test]
async fn a_cursor_opens_the_list_that_it_is_of_and_no_other() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let lists = lists(&fill(&ann).await);
    let mut cursors = Vec::new();
    for list in &lists {
        cursors.push(cursor(&ann, list).await);
    }
    assert_eq!(cursors.iter().collect::<BTreeSet<_>>().len(), lists.len());
    for (own, cursor) in cursors.iter().enumerate() {
        for (at, list) in lists.iter().enumerate() {
            if at == own {
                ann.get(&format!("{list}&cursor={cursor}")).await.is(200);
            } else {
                refused(&ann, list, cursor).await;
            }
        }
    }
    service.end().await;
}

#[tokio::test]
async fn another_persons_cursor_is_refused() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    fill(&ann).await;
    fill(&bob).await;
    for list in lists(&[String::new(), String::new()]).iter().filter(|list| !list.contains("//")) {
        refused(&bob, list, &cursor(&ann, list).await).await;
    }
    service.end().await;
}

#[tokio::test]
async fn an_edited_cursor_is_refused() {
    let service = Service::start().await;
    let ann = service.person("ann");
    fill(&ann).await;
    let list = "/favorites?type=note&order=asc";
    let sealed = cursor(&ann, list).await;
    for at in 0..sealed.len() {
        let mut edited = sealed.clone();
        let other = if sealed[at..].starts_with('A') { "B" } else { "A" };
        edited.replace_range(at..=at, other);
        refused(&ann, list, &edited).await;
    }
    for garbage in [
        "",
        "x",
        "null",
        "%00",
        "%C3%BF",
        "AAAA",
        "....",
        &sealed[1..],
        &sealed[..sealed.len() - 1],
        &format!("{sealed}%3D"),
        &format!("{sealed}AAAA"),
    ] {
        refused(&ann, list, garbage).await;
    }
    ann.get(&format!("{list}&cursor={sealed}")).await.is(200);
    service.end().await;
}

#[tokio::test]
async fn a_cursor_names_neither_person_nor_partition() {
    let service = Service::start().await;
    let ann = service.person("ann-the-person");
    let lists = lists(&fill(&ann).await);
    for list in &lists {
        let cursor = cursor(&ann, list).await;
        let decoded = String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(&cursor).unwrap()).into_owned();
        for secret in ["ann-the-person", "FavoriteData", "Tag#", "pk"] {
            assert!(!decoded.contains(secret), "{list}: {decoded}");
        }
    }
    service.end().await;
}

#[tokio::test]
async fn a_cursor_goes_on_where_things_were_deleted_and_added() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let note = |number: u8| {
        let members = json!({ "clipTime": format!("2020-01-01T00:00:0{number}Z") });
        sample::with(sample::favorite("note", &number.to_string()), &members)
    };
    let mut kept = Vec::new();
    for number in 0..6 {
        kept.push(ann.create(&note(number)).await);
    }
    let first = ann.get("/favorites?order=asc&limit=2").await.is(200);
    // Delete the favorite at the cursor's position and the next one.
    for gone in &kept[1..3] {
        ann.delete(&format!("/favorites/{}", data_id(gone))).await.is(200);
    }
    ann.create(&note(6)).await;
    let cursor = first["nextCursor"].as_str().unwrap();
    let rest = ann.get(&format!("/favorites?order=asc&limit=100&cursor={cursor}")).await.is(200);
    let titles: Vec<_> = rest["items"].as_array().unwrap().iter().map(|item| item["title"].clone()).collect();
    assert_eq!(titles, ["3", "4", "5", "6"]);
    service.end().await;
}

#[tokio::test]
async fn every_fault_of_a_query_is_answered_at_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let by_tag = format!("/tags/{}/favorites", tag_id(&tag));
    for list in ["/favorites", "/tags", "/trash", &by_tag] {
        let filter = if list == "/tags" { "sort" } else { "type" };
        let query = format!("{filter}=x&order=up&limit=0&cursor=x&page=2&limit%20=1");
        let faults: Vec<_> = ann.get(&format!("{list}?{query}")).await.faults().into_keys().collect();
        // The answer does not report the cursor, because it can only be checked if all other parameters are valid.
        let mut expected = ["?limit", "?limit ", "?order", "?page", &format!("?{filter}")];
        expected.sort_unstable();
        assert_eq!(faults, expected, "{list}");
        let twice = ann.get(&format!("{list}?order=asc&order=asc")).await.fault();
        assert_eq!(twice, ("?order".to_owned(), "must be given once; it was given 2 times".to_owned()));
    }
    service.end().await;
}
