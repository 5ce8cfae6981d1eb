//! An expired favorite is invisible from its second of expiry on, even before DynamoDB removes it.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_tests::{Clock, Service, data_id, sample, tag_id};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn an_expired_favorite_is_in_no_answer() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let expiry = clock.after(Duration::from_secs(100));
    let members = json!({ "tagIds": [tag_id(&tag)], "expireTime": expiry.to_string() });
    let kept = ann.create(&sample::with(sample::favorite("link", "short"), &members)).await;
    // Favorites of the same moment have no defined order.
    clock.advance(Duration::from_secs(1));
    let stays = ann
        .create(&sample::with(sample::favorite("link", "long"), &json!({ "tagIds": [tag_id(&tag)] })))
        .await;
    let path = format!("/favorites/{}", data_id(&kept));
    let lists = [
        "/favorites".to_owned(),
        "/favorites?type=link".to_owned(),
        format!("/tags/{}/favorites", tag_id(&tag)),
        format!("/tags/{}/favorites?type=link", tag_id(&tag)),
    ];

    clock.advance(Duration::from_millis(98_999));
    ann.get(&path).await.is(200);
    for list in &lists {
        assert_eq!(ann.all(list).await, [stays.clone(), kept.clone()], "{list}");
    }

    clock.advance(Duration::from_millis(1));
    for list in &lists {
        assert_eq!(ann.all(list).await, std::slice::from_ref(&stays), "{list}");
        let separator = if list.contains('?') { '&' } else { '?' };
        assert_eq!(
            ann.all(&format!("{list}{separator}limit=1&order=asc")).await,
            std::slice::from_ref(&stays),
            "{list}"
        );
    }
    let tags = format!("{path}/tags");
    let with_tag = format!("{tags}/{}", tag_id(&tag));
    for call in [
        ann.get(&path),
        ann.patch(&path, &json!({ "expireTime": null })),
        ann.delete(&path),
        ann.get(&tags),
        ann.put(&tags, &json!({ "tagIds": [] })),
        ann.put(&with_tag, &Value::Null),
        ann.delete(&with_tag),
    ] {
        call.await.problem(ProblemType::FavoriteNotFound);
    }
    service.end().await;
}

#[tokio::test]
async fn an_expired_favorite_leaves_every_count_at_its_second() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let path = format!("/tags/{}", tag_id(&tag));
    for (number, seconds) in [(1, 100), (2, 200), (3, 200)] {
        let expiry = clock.after(Duration::from_secs(seconds)).to_string();
        let text = json!({ "text": "milk ".repeat(120) });
        let members = json!({ "tagIds": [tag_id(&tag)], "expireTime": expiry, "content": text });
        ann.create(&sample::with(sample::favorite("note", &number.to_string()), &members)).await;
    }
    // A deleted favorite leaves the trash at the time at which it would have expired.
    let expiry = clock.after(Duration::from_secs(150)).to_string();
    let thrown =
        ann.create(&sample::with(sample::favorite("note", "gone"), &json!({ "expireTime": expiry }))).await;
    ann.delete(&format!("/favorites/{}", data_id(&thrown))).await.is(200);
    ann.create(&sample::favorite("link", "stays")).await;
    service.settle().await;

    // Returns five counts: all favorites, notes, the trash, the tag, and the matches of a search.
    let counts = async || {
        let counts = ann.get("/counts").await.is(200);
        let found = ann.get("/search?q=milk&counts=all").await.is(200);
        let tag = ann.get(&path).await.is(200);
        assert_eq!(ann.all("/tags").await, std::slice::from_ref(&tag));
        let numbers = [
            &counts["total"],
            &counts["byType"]["note"],
            &counts["trash"],
            &tag["count"],
            &found["counts"]["total"],
        ];
        numbers.map(|number| number.as_u64().unwrap_or(u64::MAX))
    };
    assert_eq!(counts().await, [4, 3, 1, 3, 3]);
    for (millis, expected) in [
        (99_999, [4, 3, 1, 3, 3]),
        (1, [3, 2, 1, 2, 2]),
        (49_999, [3, 2, 1, 2, 2]),
        (1, [3, 2, 0, 2, 2]),
        (49_999, [3, 2, 0, 2, 2]),
        (1, [1, 0, 0, 0, 0]),
    ] {
        clock.advance(Duration::from_millis(millis));
        assert_eq!(counts().await, expected, "after {millis} ms more");
    }
    service.end().await;
}

#[tokio::test]
async fn an_expired_link_is_free() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let expiry = clock.after(Duration::from_secs(10)).to_string();
    let link = sample::with(sample::favorite("link", "x"), &json!({ "expireTime": expiry }));
    let first = ann.create(&link).await;
    assert_eq!(ann.post("/favorites", &link).await.is(200)["dataId"], first["dataId"]);
    clock.advance(Duration::from_secs(10));
    let second = ann.create(&sample::favorite("link", "x")).await;
    assert_ne!(first["dataId"], second["dataId"]);
    // The record of the link now belongs to the second favorite. If its link changes, its own record moves.
    let path = format!("/favorites/{}", data_id(&second));
    ann.patch(&path, &json!({ "contentUrl": "https://example.com/elsewhere" })).await.is(200);
    ann.create(&sample::favorite("link", "x")).await;
    // Don't check the whole table here: the expired favorite waits for its removal and has no record of its link any
    // more.
}

#[tokio::test]
async fn an_expiry_must_lie_in_the_future() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    let now = clock.now();
    for time in [now, clock.before(Duration::from_secs(1)), clock.after(Duration::from_millis(999))] {
        let expired = json!({ "expireTime": time.to_string() });
        let expected =
            ("/expireTime".to_owned(), format!("must lie in the future; {time} was given and it is {now}"));
        let create = ann.post("/favorites", &sample::with(sample::favorite("note", "x"), &expired));
        assert_eq!(create.await.fault(), expected);
        assert_eq!(ann.patch(&path, &expired).await.fault(), expected);
    }
    let next = clock.after(Duration::from_secs(1)).to_string();
    assert_eq!(ann.patch(&path, &json!({ "expireTime": next })).await.is(200)["expireTime"], next);
    // The answer reports the faults of both times together.
    let both = json!({ "expireTime": "1970-01-01T00:00:00Z", "clipTime": "1969-01-01T00:00:00Z" });
    let faults = ann.post("/favorites", &sample::with(sample::favorite("note", "x"), &both)).await.faults();
    assert_eq!(faults.into_keys().collect::<Vec<_>>(), ["/clipTime", "/expireTime"]);
    service.end().await;
}

#[tokio::test]
async fn an_expiry_moves_with_the_favorite() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let members =
        json!({ "tagIds": [tag_id(&tag)], "expireTime": clock.after(Duration::from_secs(10)).to_string() });
    let kept = ann.create(&sample::with(sample::favorite("link", "x"), &members)).await;
    let path = format!("/favorites/{}", data_id(&kept));
    ann.patch(&path, &json!({ "expireTime": clock.after(Duration::from_secs(20)).to_string() }))
        .await
        .is(200);
    clock.advance(Duration::from_secs(10));
    let list = format!("/tags/{}/favorites?type=link", tag_id(&tag));
    assert_eq!(ann.all(&list).await.len(), 1);
    ann.patch(&path, &json!({ "expireTime": null })).await.is(200);
    clock.advance(Duration::from_secs(1_000_000));
    assert_eq!(ann.all(&list).await.len(), 1);
    ann.post("/favorites", &sample::favorite("link", "x")).await.is(200);
    ann.delete(&path).await.is(200);
    ann.call(Method::POST, &format!("/trash/{}/restore", data_id(&kept))).await.is(200);
    service.end().await;
}

#[tokio::test]
async fn the_sweep_removes_what_has_expired_and_the_counts_follow() {
    let service = Service::start().await;
    if !service.is_embedded() {
        // Other engines remove expired items at times that this test can't control.
        return;
    }
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let soon = Clock::start().after(Duration::from_secs(2)).to_string();
    let members = json!({ "tagIds": [tag_id(&tag)], "expireTime": soon });
    ann.create(&sample::with(sample::favorite("link", "x"), &members)).await;
    ann.create(&sample::favorite("note", "stays")).await;
    favorites_tests::eventually(async || {
        let counts = ann.get("/counts").await.is(200);
        let tag = ann.get(&format!("/tags/{}", tag_id(&tag))).await.is(200);
        if counts["total"] == 1 && counts["byType"]["link"] == 0 && tag["count"] == 0 {
            Ok(())
        } else {
            Err(format!("{counts} {tag}"))
        }
    })
    .await;
    service.end().await;
}
