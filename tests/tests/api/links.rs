//! Saving the same link twice makes one favorite.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_api::favorites::limits::TAGS_PER_FAVORITE;
use favorites_tests::{Clock, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

fn link(url: &str) -> Value {
    sample::with(sample::favorite("link", "A link"), &json!({ "contentUrl": url }))
}

#[tokio::test]
async fn the_second_answer_says_so_and_names_the_first() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut first = ann.create(&link("https://example.com/a?x=1&y=2")).await;
    for same in [
        "https://example.com/a?x=1&y=2",
        "HTTPS://EXAMPLE.com/a?x=1&y=2",
        "https://example.com:443/a?x=1&y=2",
        "https://example.com/a?x=1&y=2#chapter",
        "https://example.com/b/../a?x=1&y=2",
        "  https://example.com/a?x=1&y=2\u{3000}",
        "https://example.com/a?x=1&y=2#:~:text=some%20words",
        "http://example.com/a?x=1&y=2",
        "https://example.com/a/?y=2&x=1",
        "https://example.com/a?utm_source=news&x=1&fbclid=7&y=2&",
    ] {
        let answer = ann.post("/favorites", &link(same)).await;
        let again = answer.is(200);
        first["alreadyThere"] = true.into();
        first["ignored"] = again["ignored"].clone();
        assert_eq!(again, first, "{same}");
        assert_eq!(answer.header("location"), format!("/favorites/{}", data_id(&first)));
    }
    for other in [
        "https://example.com/A?x=1&y=2",
        "https://example.com/a?x=2&y=2",
        "https://example.com/a?x=1&y=2&ref=news",
        "https://example.com:8443/a?x=1&y=2",
        "https://www.example.com/a?x=1&y=2",
    ] {
        ann.create(&link(other)).await;
    }
    assert_eq!(ann.all("/favorites").await.len(), 6);
    service.end().await;
}

fn lookup(url: &str) -> String {
    let address = reqwest::Url::parse_with_params("http://localhost/favorites", [("url", url)]);
    format!("/favorites?{}", address.ok().as_ref().and_then(reqwest::Url::query).expect("it has a query"))
}

#[tokio::test]
async fn a_link_is_found_by_its_address() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    let kept = ann.create(&link("https://example.com/a?x=1&utm_source=mail")).await;
    assert_eq!(
        kept["contentUrl"], "https://example.com/a?x=1&utm_source=mail",
        "it is stored as it was given"
    );
    let picture = json!({ "contentUrl": "https://example.com/picture" });
    ann.create(&sample::with(sample::favorite("image", "x"), &picture)).await;
    bob.create(&link("https://example.com/bob")).await;

    let page = |items: &[&Value]| json!({ "items": items, "nextCursor": null });
    for same in ["https://example.com/a?x=1", " HTTP://EXAMPLE.com/a/?x=1&fbclid=7#top"] {
        let answer = ann.get(&lookup(same)).await;
        assert_eq!(answer.is(200), page(&[&kept]), "{same}");
        ann.get(&lookup(same)).header("if-none-match", answer.header("etag")).await.is(304);
    }
    for other in ["https://example.com/a", "https://example.com/picture", "https://example.com/bob"] {
        assert_eq!(ann.get(&lookup(other)).await.is(200), page(&[]), "{other}");
    }
    assert_eq!(bob.get(&lookup("https://example.com/a?x=1")).await.is(200), page(&[]), "it is Ann's");

    let path = format!("/favorites/{}", data_id(&kept));
    let address = lookup("https://example.com/a?x=1");
    ann.patch(&path, &json!({ "contentUrl": "https://example.com/moved" })).await.is(200);
    assert_eq!(ann.get(&address).await.is(200), page(&[]), "it has another address");
    let moved = ann.all(&lookup("https://example.com/moved")).await;
    assert_eq!(moved[0]["dataId"], kept["dataId"]);
    ann.delete(&path).await.is(200);
    assert_eq!(ann.get(&lookup("https://example.com/moved")).await.is(200), page(&[]), "it is in the trash");
    service.end().await;
}

#[tokio::test]
async fn an_expired_link_is_not_found_by_its_address_and_long_texts_are_cut() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let expiry = clock.after(Duration::from_secs(100)).to_string();
    let members = json!({ "expireTime": expiry, "content": { "description": "x".repeat(4_000) } });
    let kept = ann.create(&sample::with(link("https://example.com/"), &members)).await;
    let found = ann.all(&lookup("https://example.com/")).await;
    assert_eq!((&found[0]["dataId"], &found[0]["truncated"]), (&kept["dataId"], &json!(true)));
    clock.advance(Duration::from_secs(100));
    assert!(ann.all(&lookup("https://example.com/")).await.is_empty());
    service.end().await;
}

#[tokio::test]
async fn a_lookup_by_address_takes_one_sound_address_and_nothing_else() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let long = format!("https://example.com/{}", "x".repeat(2_029));
    for (given, detail) in [
        (
            "ftp://a.example/",
            "must be an absolute http or https URL: the scheme is ftp; \"ftp://a.example/\" was given",
        ),
        ("", "must be an absolute http or https URL: relative URL without a base; \"\" was given"),
        ("https://a.example/\n", "must not contain the control character U+000A"),
        (&*long, "must have at most 2048 characters; 2049 were given"),
    ] {
        assert_eq!(
            ann.get(&lookup(given)).await.fault(),
            ("?url".to_owned(), detail.to_owned()),
            "{given:?}"
        );
    }
    let address = lookup("https://example.com/");
    ann.get(&address).await.is(200);
    for other in ["type=link", "sort=clipTime", "order=desc", "limit=1", "limit=0", "cursor=x"] {
        let (name, _) = other.split_once('=').unwrap();
        let expected = (format!("?{name}"), "must not be given together with url".to_owned());
        assert_eq!(ann.get(&format!("{address}&{other}")).await.fault(), expected);
    }
    let faults = ann.get(&format!("{address}&{}&tag=x", "url=https://b.example/")).await.faults();
    assert_eq!(faults.keys().collect::<Vec<_>>(), ["?tag", "?url"]);
    assert_eq!(faults["?url"], "must be given once; it was given 2 times");
    service.end().await;
}

#[tokio::test]
async fn only_links_are_kept_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for data_type in ["image", "image", "note", "file", "link"] {
        let url = json!({ "contentUrl": "https://example.com/same" });
        ann.create(&sample::with(sample::favorite(data_type, "x"), &url)).await;
    }
    service.end().await;
}

#[tokio::test]
async fn many_at_once_keep_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let ann = ann.clone();
        calls.spawn(async move { ann.post("/favorites", &link("https://example.com/")).await });
    }
    let answers = calls.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status() == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status() == 200).count(), 7);
    assert_eq!(ann.all("/favorites").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn a_deleted_link_is_free_and_comes_back_only_while_it_is() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let first = ann.create(&link("https://example.com/")).await;
    ann.delete(&format!("/favorites/{}", data_id(&first))).await.is(200);
    let second = ann.create(&link("https://example.com/#again")).await;
    assert_ne!(data_id(&first), data_id(&second));

    let restore = format!("/trash/{}/restore", data_id(&first));
    let taken = ann.call(reqwest::Method::POST, &restore).await.problem(ProblemType::LinkTaken);
    assert_eq!(taken["dataId"], second["dataId"]);
    assert_eq!(ann.all("/trash").await.len(), 1, "it stays in the trash");

    ann.delete(&format!("/favorites/{}", data_id(&second))).await.is(200);
    ann.call(reqwest::Method::POST, &restore).await.is(200);
    let restore = format!("/trash/{}/restore", data_id(&second));
    let taken = ann.call(reqwest::Method::POST, &restore).await.problem(ProblemType::LinkTaken);
    assert_eq!(taken["dataId"], first["dataId"]);
    service.end().await;
}

#[tokio::test]
async fn a_link_that_moves_frees_the_old_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let first = ann.create(&link("https://example.com/1")).await;
    let second = ann.create(&link("https://example.com/2")).await;
    let path = format!("/favorites/{}", data_id(&first));
    let taken = ann.patch(&path, &json!({ "contentUrl": "https://EXAMPLE.com/2" })).await;
    assert_eq!(taken.problem(ProblemType::LinkTaken)["dataId"], second["dataId"]);
    // The same link with another spelling is not a change of the link.
    ann.patch(&path, &json!({ "contentUrl": "https://example.com:443/1#top" })).await.is(200);
    ann.post("/favorites", &link("https://example.com/1")).await.is(200);
    ann.patch(&path, &json!({ "contentUrl": "https://example.com/3" })).await.is(200);
    ann.create(&link("https://example.com/1")).await;
    ann.post("/favorites", &link("https://example.com/3")).await.is(200);
    service.end().await;
}

#[tokio::test]
async fn two_routes_of_one_app_are_two_links() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let routes =
        ["", "#/item/1", "#/item/2", "#!about", "#inbox/7", "#page=2", "#?q", "#%2Fitem%2F3", "#%21later"];
    for route in routes {
        let url = format!("https://app.example/{route}");
        assert_eq!(ann.create(&link(&url)).await["contentUrl"], url, "the fragment is kept");
    }
    for (same, first) in [("#top", 0), ("#chapter-2", 0), ("#/item/1:~:text=word", 1)] {
        let again = ann.post("/favorites", &link(&format!("https://app.example/{same}"))).await.is(200);
        assert_eq!(again["contentUrl"], format!("https://app.example/{}", routes[first]), "{same}");
    }
    assert_eq!(ann.all("/favorites").await.len(), routes.len());
    service.end().await;
}

#[tokio::test]
async fn a_url_is_normalized_and_refused_if_it_is_not_absolute() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    for (sent, normal) in [
        (" HTTPS://Example.COM:443/a/../b c\u{a0}", "https://example.com/b%20c"),
        ("https://例え.example", "https://xn--r8jz45g.example/"),
        ("http://example.com/\u{200b}", "http://example.com/%E2%80%8B"),
    ] {
        let urls = json!({ "contentUrl": sent, "thumbnailUrl": sent });
        let new = ann.create(&sample::with(sample::favorite("image", "x"), &urls)).await;
        let changed = ann.patch(&path, &urls).await.is(200);
        for favorite in [new, changed, ann.get(&path).await.is(200)] {
            assert_eq!(
                (&favorite["contentUrl"], &favorite["thumbnailUrl"]),
                (&json!(normal), &json!(normal))
            );
        }
    }
    for refused in [
        "http:x",
        "http:/x",
        "https:///x",
        "https:\\\\x",
        "//example.com",
        "https://",
        "https://a b/",
        "ftp://example.com",
        "https://example.com/\n",
        "\tjavascript:alert(1)",
        "https://exa\rmple.com",
        "\u{0}https://example.com",
        "https://example.com/\u{85}",
        &format!("https://example.com/{}", "é".repeat(400)),
    ] {
        let urls = json!({ "contentUrl": refused, "thumbnailUrl": refused });
        let new = ann.post("/favorites", &sample::with(sample::favorite("image", "x"), &urls)).await.faults();
        let changed = ann.patch(&path, &urls).await.faults();
        for faults in [new, changed] {
            let places: Vec<_> = faults.keys().map(String::as_str).collect();
            assert_eq!(places, ["/contentUrl", "/thumbnailUrl"], "{refused:?}");
            assert!(faults["/contentUrl"].starts_with("must "), "{faults:?}");
        }
    }
    service.end().await;
}

#[tokio::test]
async fn a_known_link_names_what_it_ignored() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (one, two) = (ann.create_tag("One").await, ann.create_tag("Two").await);
    let first = json!({
        "dataType": "link", "title": "First", "contentUrl": "https://example.com/", "creatorId": "bob",
        "tagIds": [tag_id(&one), tag_id(&two)], "content": { "siteName": "Example" },
    });
    let kept = ann.create(&first).await;
    for (changes, ignored) in [
        (json!({}), vec![]),
        (json!({ "tagIds": [tag_id(&one)], "creatorId": null, "content": {} }), vec![]),
        (json!({ "title": "Second" }), vec!["title"]),
        (json!({ "contentUrl": "https://example.com/#top" }), vec!["contentUrl"]),
        (json!({ "content": { "siteName": "Example", "description": "A page" } }), vec!["content"]),
        (
            json!({
                "title": "Second", "thumbnailUrl": "https://example.com/1.png", "creatorId": "carl",
                "clipTime": "2020-01-01T00:00:00Z", "expireTime": "2999-01-01T00:00:00Z",
                "content": { "siteName": "Other" },
            }),
            vec!["title", "thumbnailUrl", "creatorId", "clipTime", "expireTime", "content"],
        ),
    ] {
        let again = ann.post("/favorites", &sample::with(first.clone(), &changes)).await.is(200);
        assert_eq!((&again["alreadyThere"], &again["ignored"]), (&json!(true), &json!(ignored)), "{changes}");
    }
    let three = ann.create_tag("Three").await;
    let tagged = sample::with(first, &json!({ "tagIds": [tag_id(&one), tag_id(&three)] }));
    for path in ["/favorites", "/favorites?onExisting=keep"] {
        assert_eq!(ann.post(path, &tagged).await.is(200)["ignored"], json!(["tagIds"]));
    }
    assert_eq!(ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200), kept, "nothing changed");
    service.end().await;
}

#[tokio::test]
async fn a_merge_adds_tags_and_fills_in_what_is_missing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (one, two) = (ann.create_tag("One").await, ann.create_tag("Two").await);
    let first = json!({
        "dataType": "link", "title": "First", "contentUrl": "https://example.com/", "tagIds": [tag_id(&one)],
        "content": { "siteName": "Example" },
    });
    let kept = ann.create(&first).await;
    let second = json!({
        "dataType": "link", "title": "Second", "contentUrl": "https://example.com/#top", "tagIds": [tag_id(&two)],
        "thumbnailUrl": "https://example.com/1.png", "creatorId": "bob", "clipTime": "2020-01-01T00:00:00Z",
        "expireTime": "2999-01-01T00:00:00Z", "content": { "siteName": "Other", "description": "A page" },
    });
    let merged = ann.post("/favorites?onExisting=merge", &second).await;
    assert_eq!((merged.status(), merged.header("etag")), (200, "\"2\""));
    let merged = merged.is(200);
    assert_eq!(merged["ignored"], json!(["title", "contentUrl", "clipTime", "expireTime", "content"]));
    let now = ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    let expected = sample::with(
        kept.clone(),
        &json!({
            "tagIds": now["tagIds"], "thumbnailUrl": "https://example.com/1.png", "creatorId": "bob", "version": 2,
            "updateTime": now["updateTime"], "content": { "siteName": "Example", "description": "A page" },
        }),
    );
    assert_eq!(now, expected);
    assert_eq!(now["tagIds"].as_array().map(Vec::len), Some(2));
    for tag in [&one, &two] {
        assert_eq!(ann.all(&format!("/tags/{}/favorites", tag_id(tag))).await, std::slice::from_ref(&now));
    }
    let again = ann.post("/favorites?onExisting=merge", &second).await.is(200);
    assert_eq!(again["version"], 2, "nothing is left to merge");
    let (place, detail) = ann.post("/favorites?onExisting=replace", &second).await.fault();
    assert_eq!((&*place, &*detail), ("?onExisting", "must be one of keep, merge; \"replace\" was given"));
    let new = sample::with(second, &json!({ "contentUrl": "https://example.com/2" }));
    assert!(ann.post("/favorites?onExisting=merge", &new).await.is(201).get("ignored").is_none());
    service.end().await;
}

#[tokio::test]
async fn a_merge_that_cannot_be_changes_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut tags = Vec::new();
    for number in 0..=TAGS_PER_FAVORITE {
        tags.push(ann.create_tag(&format!("Tag {number}")).await["tagId"].clone());
    }
    let tagged = |tags: &[Value]| sample::with(link("https://example.com/"), &json!({ "tagIds": tags }));
    let kept = ann.create(&tagged(&tags[..TAGS_PER_FAVORITE])).await;
    let merge = |tags: &[Value]| ann.post("/favorites?onExisting=merge", &tagged(tags)).key("k");
    merge(&tags[TAGS_PER_FAVORITE..]).await.problem(ProblemType::TooManyTagsOnFavorite);
    let unknown = json!("019a0000-0000-7000-8000-000000000001");
    assert_eq!(merge(&[unknown]).await.fault().0, "/tagIds");
    assert_eq!(ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200), kept);
    merge(&tags[..3]).await.is(200);
    service.end().await;
}

#[tokio::test]
async fn many_merges_at_once_lose_no_tag() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..12 {
        let tag = ann.create_tag(&format!("Tag {number}")).await;
        let body = sample::with(link("https://example.com/"), &json!({ "tagIds": [tag_id(&tag)] }));
        let call = ann.post("/favorites?onExisting=merge", &body);
        calls.spawn(call.into_future());
    }
    let answers = calls.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status() == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status() == 200).count(), 11);
    let kept = ann.all("/favorites").await;
    assert_eq!((kept.len(), kept[0]["tagIds"].as_array().map(Vec::len)), (1, Some(12)));
    service.end().await;
}
