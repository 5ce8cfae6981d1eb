//! The times of a tag, which imported history sets.

use std::time::Duration;

use favorites_api::favorites::limits;
use favorites_tests::{Clock, Service, sample, tag_id};
use serde_json::{Value, json};

#[tokio::test]
async fn a_tag_of_imported_history_has_its_own_times() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let make = |name: &str, times: Value| {
        ann.post("/tags", &sample::with(json!({ "tagName": name }), &times)).key(name)
    };
    let (created, read) = ("2011-01-21T10:00:00+02:00", "2012-03-04T05:06:07.891Z");
    for (name, times, expected) in [
        (
            "Both",
            json!({ "createTime": created, "lastAccessTime": read }),
            ["2011-01-21T08:00:00.000Z", read],
        ),
        ("Made", json!({ "createTime": created }), ["2011-01-21T08:00:00.000Z", "2011-01-21T08:00:00.000Z"]),
        (
            "First",
            json!({ "createTime": "1970-01-01T00:00:00Z", "lastAccessTime": null }),
            ["1970-01-01T00:00:00.000Z"; 2],
        ),
    ] {
        let tag = make(name, times.clone()).await.is(201);
        assert_eq!([&tag["createTime"], &tag["lastAccessTime"]], expected, "{name}");
        assert_eq!(ann.get(&format!("/tags/{}", tag_id(&tag))).await.is(200), tag);
        assert_eq!(make(name, times).await.is(201), tag, "it may be repeated");
    }
    let now = ann.create_tag("Now").await;
    let read_only = make("Read", json!({ "lastAccessTime": read })).await.is(201);
    assert_eq!([&read_only["createTime"], &read_only["lastAccessTime"]], [&now["createTime"], &json!(read)]);

    for (list, expected) in [
        ("/tags?sort=createTime&order=asc", "First Both Made"),
        ("/tags?sort=lastAccessTime&order=asc", "First Made Both"),
    ] {
        let listed = ann.all(list).await;
        let names: Vec<_> = listed.iter().take(3).map(|tag| tag["tagName"].as_str().unwrap()).collect();
        let (mut names, mut wanted) = (names, expected.split(' ').collect::<Vec<_>>());
        if list.contains("createTime") {
            names[1..].sort_unstable();
            wanted[1..].sort_unstable();
        }
        assert_eq!(names, wanted, "{list}");
    }
    service.end().await;
}

#[tokio::test]
async fn the_times_of_a_tag_have_the_range_of_a_clip_time() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let latest = clock.after(limits::CLIP_TIME_AHEAD);
    let too_late = clock.after(limits::CLIP_TIME_AHEAD + Duration::from_millis(1));
    for time in ["1969-12-31T23:59:59.999Z".to_owned(), too_late.to_string()] {
        let body = json!({ "tagName": "x", "createTime": time, "lastAccessTime": time });
        let detail = format!("must be from 1970 to {latest}; {time} was given");
        let expected = ["/createTime", "/lastAccessTime"].map(|place| (place.to_owned(), detail.clone()));
        assert_eq!(ann.post("/tags", &body).await.faults(), expected.into());
    }
    let body = json!({ "tagName": "", "createTime": "then", "lastAccessTime": too_late.to_string(), "x": 1 });
    let places: Vec<_> = ann.post("/tags", &body).await.faults().into_keys().collect();
    assert_eq!(places, ["/createTime", "/lastAccessTime", "/tagName", "/x"], "every fault at once");
    let times = json!({ "tagName": "x", "createTime": latest.to_string() });
    let tag = ann.post("/tags", &times).await.is(201);
    let renamed = ann.patch(&format!("/tags/{}", tag_id(&tag)), &times).await.fault();
    assert_eq!(renamed.0, "/createTime", "a tag that exists keeps its times");
    service.end().await;
}
