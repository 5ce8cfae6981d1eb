//! The lists of favorites: order, filters, times, pages.

use std::time::Duration;

use favorites_tests::{Clock, Person, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

/// Creates favorites with these clip times, in this order.
async fn import(ann: &Person, data_type: &str, times: &[&str], tag: Option<&str>) -> Vec<Value> {
    let mut kept = Vec::new();
    for time in times {
        let members = json!({ "clipTime": time, "tagIds": tag.map(|tag| vec![tag]) });
        kept.push(ann.create(&sample::with(sample::favorite(data_type, time), &members)).await);
    }
    kept
}

fn titles(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["title"].as_str().expect("a title is text")).collect()
}

#[tokio::test]
async fn imported_history_sorts_where_it_belongs() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Old").await;
    let times = [
        "2010-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "2009-12-31T23:59:59.999Z",
        "2010-01-01T01:00:00.001+01:00",
    ];
    import(&ann, "note", &times, Some(tag_id(&tag))).await;
    ann.create(&sample::with(sample::favorite("note", "now"), &json!({ "tagIds": [tag_id(&tag)] }))).await;
    let newest = ["now", times[3], times[0], times[2], times[1]];
    let oldest: Vec<_> = newest.iter().rev().copied().collect();
    let by_tag = format!("/tags/{}/favorites?", tag_id(&tag));
    for list in ["/favorites?", "/favorites?type=note&", &by_tag, &format!("{by_tag}type=note&")] {
        for limit in ["", "&limit=1", "&limit=2"] {
            assert_eq!(titles(&ann.all(&format!("{list}order=desc{limit}")).await), newest, "{list}");
            assert_eq!(titles(&ann.all(&format!("{list}order=asc{limit}")).await), oldest, "{list}");
        }
        assert_eq!(
            titles(&ann.all(list.trim_end_matches(['?', '&'])).await),
            newest,
            "newest first, unless asked"
        );
    }
    service.end().await;
}

#[tokio::test]
async fn a_clip_time_lies_between_1970_and_five_minutes_ahead() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let body = |time: &str| sample::with(sample::favorite("note", "x"), &json!({ "clipTime": time }));
    let minutes = |minutes: u64| clock.after(Duration::from_secs(60 * minutes));
    for time in ["1970-01-01T00:00:00.000Z".to_owned(), minutes(5).to_string()] {
        assert_eq!(ann.create(&body(&time)).await["clipTime"], time);
    }
    let latest = minutes(5);
    let ahead = clock.after(Duration::from_millis(5 * 60_000 + 1)).to_string();
    for time in ["1969-12-31T23:59:59.999Z".to_owned(), ahead, "9999-12-31T23:59:59.999Z".to_owned()] {
        let fault = ann.post("/favorites", &body(&time)).await.fault();
        assert_eq!(
            fault,
            ("/clipTime".to_owned(), format!("must be from 1970 to {latest}; {time} was given"))
        );
    }
    for time in
        ["2020-02-30T00:00:00Z", "2020-01-01", "2020-01-01T00:00:00", "1577836800", "+010000-01-01T00:00:00Z"]
    {
        assert_eq!(ann.post("/favorites", &body(time)).await.fault().0, "/clipTime", "{time}");
    }
    service.end().await;
}

#[tokio::test]
async fn favorites_of_one_moment_are_all_listed() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Same").await;
    let mut kept = import(&ann, "image", &["2020-01-01T00:00:00Z"; 7], Some(tag_id(&tag))).await;
    kept.sort_by(|a, b| data_id(a).cmp(data_id(b)));
    for list in
        ["/favorites", "/favorites?type=image", &format!("/tags/{}/favorites?type=image", tag_id(&tag))]
    {
        let separator = if list.contains('?') { '&' } else { '?' };
        let listed = ann.all(&format!("{list}{separator}order=asc&limit=3")).await;
        assert_eq!(listed, kept, "{list}");
    }
    service.end().await;
}

#[tokio::test]
async fn a_list_has_only_what_it_is_of() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (red, blue) = (ann.create_tag("Red").await, ann.create_tag("Blue").await);
    let tagged = |data_type: &str, title: &str, tags: &[&Value]| {
        let tags: Vec<_> = tags.iter().map(|tag| tag_id(tag)).collect();
        let members = json!({ "tagIds": tags, "clipTime": format!("2020-01-0{title}T00:00:00Z") });
        sample::with(sample::favorite(data_type, title), &members)
    };
    for (data_type, title, tags) in [
        ("note", "1", vec![&red]),
        ("file", "2", vec![&red, &blue]),
        ("note", "3", vec![&blue]),
        ("note", "4", vec![]),
    ] {
        ann.create(&tagged(data_type, title, &tags)).await;
    }
    let (red, blue) = (tag_id(&red), tag_id(&blue));
    for (list, expected) in [
        ("/favorites".to_owned(), vec!["4", "3", "2", "1"]),
        ("/favorites?type=note".to_owned(), vec!["4", "3", "1"]),
        ("/favorites?type=voice".to_owned(), vec![]),
        (format!("/tags/{red}/favorites"), vec!["2", "1"]),
        (format!("/tags/{blue}/favorites"), vec!["3", "2"]),
        (format!("/tags/{red}/favorites?type=note"), vec!["1"]),
        (format!("/tags/{blue}/favorites?type=file"), vec!["2"]),
        (format!("/tags/{blue}/favorites?type=image"), vec![]),
    ] {
        assert_eq!(titles(&ann.all(&list).await), expected, "{list}");
    }
    service.end().await;
}

#[tokio::test]
async fn pages_lose_and_double_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("All").await;
    for number in 0..12 {
        let data_type = if number % 3 == 0 { "note" } else { "image" };
        let members = json!({ "tagIds": [tag_id(&tag)] });
        let kept =
            ann.create(&sample::with(sample::favorite(data_type, &number.to_string()), &members)).await;
        ann.create_tag(&format!("Tag {number}")).await;
        if number % 2 == 0 {
            let gone = ann.create(&sample::favorite("note", &format!("gone {number}"))).await;
            ann.delete(&format!("/favorites/{}", data_id(&gone))).await.is(200);
        }
        assert!(kept["tagIds"].is_array());
    }
    service.settle().await;
    let tag = tag_id(&tag);
    for (list, items) in [
        ("/favorites?".to_owned(), 12),
        ("/favorites?type=image&".to_owned(), 8),
        (format!("/tags/{tag}/favorites?"), 12),
        (format!("/tags/{tag}/favorites?type=note&"), 4),
        ("/trash?".to_owned(), 6),
        ("/tags?sort=tagName&".to_owned(), 13),
        ("/tags?sort=createTime&".to_owned(), 13),
        ("/tags?sort=lastAccessTime&".to_owned(), 13),
    ] {
        for order in ["asc", "desc"] {
            let whole = ann.get(&format!("{list}order={order}&limit=100")).await.is(200);
            assert_eq!(
                (&whole["nextCursor"], whole["items"].as_array().unwrap().len()),
                (&Value::Null, items),
                "{list}"
            );
            for limit in [1, 2, 5, items, items + 1] {
                let paged = ann.all(&format!("{list}order={order}&limit={limit}")).await;
                // Compare only ids, because reading a tag's favorites may have changed the tag's last access time.
                let ids = |items: &[Value]| {
                    items
                        .iter()
                        .map(|item| (item["dataId"].clone(), item["tagId"].clone()))
                        .collect::<Vec<_>>()
                };
                assert_eq!(ids(&paged), ids(whole["items"].as_array().unwrap()), "{list} by {limit}");
            }
        }
    }
    service.end().await;
}

#[tokio::test]
async fn long_texts_are_cut_in_lists_only() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Long").await;
    let long = "é".repeat(281);
    let message = json!({ "sender": "Ann", "text": long });
    for (data_type, content, cut) in [
        ("note", json!({ "text": long }), "/text"),
        ("link", json!({ "description": long }), "/description"),
        ("voice", json!({ "durationMillis": 1, "transcript": long }), "/transcript"),
        ("chatRecord", json!({ "messages": vec![message; 4] }), "/messages/2/text"),
    ] {
        let members = json!({ "content": content, "tagIds": [tag_id(&tag)] });
        let kept = ann.create(&sample::with(sample::favorite(data_type, "x"), &members)).await;
        assert_eq!(kept["content"], content);
        for list in [
            format!("/favorites?type={data_type}"),
            format!("/tags/{}/favorites?type={data_type}", tag_id(&tag)),
        ] {
            let listed = ann.all(&list).await.remove(0);
            assert_eq!(listed["truncated"], true, "{list}");
            assert_eq!(listed["content"].pointer(cut), Some(&json!("é".repeat(280))), "{list}");
            assert_eq!(listed["content"].pointer("/messages/3"), None);
        }
        assert_eq!(ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200), kept);
    }
    service.end().await;
}
