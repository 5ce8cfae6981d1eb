//! Creating, reading, renaming, deleting and listing tags.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_tests::{Clock, Service, data_id, eventually, sample, tag_id};
use serde_json::{Value, json};

const UNKNOWN: &str = "/tags/019a0000-0000-7000-8000-000000000001";

#[tokio::test]
async fn a_tag_is_made_and_found() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let answer = ann.post("/tags", &json!({ "tagName": "  To read " })).await;
    let tag = answer.is(201);
    let now = clock.now().to_string();
    let expected = json!({
        "tagId": tag["tagId"], "userId": "ann", "tagName": "To read", "createTime": now, "lastAccessTime": now,
        "version": 1, "count": 0, "countByType": {},
    });
    assert_eq!(tag, expected);
    let path = format!("/tags/{}", tag_id(&tag));
    assert_eq!((answer.header("location"), answer.header("etag")), (&*path, "\"1\""));
    let found = ann.get(&path).await;
    assert_eq!((found.is(200), found.header("etag")), (tag.clone(), "\"1\""));
    assert_eq!(ann.all("/tags").await, [tag]);
    service.end().await;
}

#[tokio::test]
async fn a_name_is_one_name_whatever_its_case_and_width() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (first, same) in [
        ("Rust", vec!["rust", "RUST", "ｒｕｓｔ", " Rust "]),
        ("Straße", vec!["STRASSE", "strasse"]),
        ("ﬁne", vec!["FINE"]),
        ("カタカナ", vec!["ｶﾀｶﾅ"]),
        ("É", vec!["e\u{301}"]),
        ("ΌΣΟΣ", vec!["όσος", "ΌΣΟς"]),
    ] {
        let tag = ann.create_tag(first).await;
        for name in same {
            let taken =
                ann.post("/tags", &json!({ "tagName": name })).await.problem(ProblemType::TagNameTaken);
            assert_eq!(taken["tagId"], tag["tagId"], "{first} {name}");
        }
    }
    for other in ["Rust!", "Ru st", "E", "C#", "c", "C $"] {
        ann.create_tag(other).await;
    }
    assert_eq!(ann.all("/tags").await.len(), 12);
    service.end().await;
}

#[tokio::test]
async fn many_at_once_make_one_tag_of_a_name() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut calls = tokio::task::JoinSet::new();
    for name in ["Rust", "rust", "RUST", "rUST", "ruST", "rusT"] {
        let ann = ann.clone();
        calls.spawn(async move { ann.post("/tags", &json!({ "tagName": name })).await.status() });
    }
    let mut statuses = calls.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    service.end().await;
}

#[tokio::test]
async fn renaming_frees_the_old_name_and_takes_the_new_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (one, two) = (ann.create_tag("One").await, ann.create_tag("Two").await);
    let path = format!("/tags/{}", tag_id(&one));
    let rename = |name: &str| ann.patch(&path, &json!({ "tagName": name }));

    let taken = rename("TWO").await.problem(ProblemType::TagNameTaken);
    assert_eq!(taken["tagId"], two["tagId"]);

    let renamed = rename("Three").await;
    assert_eq!((renamed.is(200)["tagName"].clone(), renamed.header("etag")), (json!("Three"), "\"2\""));
    let new_one = ann.create_tag("one").await;
    ann.post("/tags", &json!({ "tagName": "three" })).await.problem(ProblemType::TagNameTaken);

    // A rename that only changes the case keeps the name taken, and raises the version.
    assert_eq!(rename("THREE").await.is(200)["version"], 3);
    assert_eq!(rename("THREE").await.is(200)["version"], 3, "the same name changes nothing");
    ann.post("/tags", &json!({ "tagName": "three" })).await.problem(ProblemType::TagNameTaken);

    // Rename to a former name, which another tag has taken since.
    let taken = rename("One").await.problem(ProblemType::TagNameTaken);
    assert_eq!(taken["tagId"], new_one["tagId"]);
    assert_eq!(ann.get(&path).await.is(200)["tagName"], "THREE");
    service.end().await;
}

#[tokio::test]
async fn two_tags_swap_their_names_by_way_of_a_third() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (a, b) = (ann.create_tag("A").await, ann.create_tag("B").await);
    let rename = async |tag: &Value, name: &str| {
        ann.patch(&format!("/tags/{}", tag_id(tag)), &json!({ "tagName": name })).await.is(200);
    };
    rename(&a, "C").await;
    rename(&b, "A").await;
    rename(&a, "B").await;
    let names: Vec<_> =
        ann.all("/tags").await.iter().map(|tag| (tag["tagName"].clone(), tag["tagId"].clone())).collect();
    assert_eq!(names, [(json!("A"), b["tagId"].clone()), (json!("B"), a["tagId"].clone())]);
    service.end().await;
}

#[tokio::test]
async fn bad_names_bodies_and_ids_are_refused() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let path = format!("/tags/{}", tag_id(&tag));
    for (body, place) in [
        (json!({}), "/tagName"),
        (json!({ "tagName": null }), "/tagName"),
        (json!({ "tagName": 7 }), "/tagName"),
        (json!({ "tagName": " " }), "/tagName"),
        (json!({ "tagName": "a", "tagId": "b" }), "/tagId"),
        (json!([]), ""),
    ] {
        assert_eq!(ann.post("/tags", &body).await.fault().0, place, "{body}");
        assert_eq!(ann.patch(&path, &body).await.fault().0, place, "{body}");
    }
    for path in [UNKNOWN, "/tags/7", "/tags/%20"] {
        ann.get(path).await.problem(ProblemType::TagNotFound);
        ann.patch(path, &json!({ "tagName": "a" })).await.problem(ProblemType::TagNotFound);
        ann.delete(path).await.problem(ProblemType::TagNotFound);
        ann.get(&format!("{path}/favorites")).await.problem(ProblemType::TagNotFound);
    }
    service.end().await;
}

#[tokio::test]
async fn tags_are_listed_in_three_sorts_and_two_orders_with_their_counts() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let mut tags = Vec::new();
    for name in ["b", "C", "a", "É", "z"] {
        tags.push(ann.create_tag(name).await);
        clock.advance(Duration::from_secs(1));
    }
    for (tag, favorites) in tags.iter().zip([2, 0, 1, 0, 3]) {
        for number in 0..favorites {
            let members = json!({ "tagIds": [tag_id(tag)] });
            ann.create(&sample::with(sample::favorite("note", &number.to_string()), &members)).await;
        }
    }
    // Read the favorites of `z` first and of `C` last.
    for (at, minutes) in [(4, 1), (1, 1)] {
        clock.advance(Duration::from_secs(60 * minutes));
        ann.get(&format!("/tags/{}/favorites", tag_id(&tags[at]))).await.is(200);
        let expected = clock.now().to_string();
        eventually(async || {
            let tag = ann.get(&format!("/tags/{}", tag_id(&tags[at]))).await.is(200);
            if tag["lastAccessTime"] == expected { Ok(()) } else { Err(tag.to_string()) }
        })
        .await;
    }
    service.settle().await;
    for (list, expected) in [
        ("/tags", "a b C z É"),
        ("/tags?sort=tagName&order=desc", "É z C b a"),
        ("/tags?sort=createTime", "z É a C b"),
        ("/tags?sort=createTime&order=asc", "b C a É z"),
        ("/tags?sort=lastAccessTime", "C z É a b"),
        ("/tags?sort=lastAccessTime&order=asc", "b a É z C"),
    ] {
        let listed = ann.all(list).await;
        let names: Vec<_> = listed.iter().map(|tag| tag["tagName"].as_str().unwrap()).collect();
        assert_eq!(names.join(" "), expected, "{list}");
        for tag in listed {
            let count = match tag["tagName"].as_str().unwrap() {
                "a" => 1,
                "b" => 2,
                "z" => 3,
                _ => 0,
            };
            assert_eq!(tag["count"], count, "{tag}");
        }
    }
    service.end().await;
}

#[tokio::test]
async fn a_deleted_tag_leaves_its_favorites_and_frees_its_name() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (goes, stays) = (ann.create_tag("Goes").await, ann.create_tag("Stays").await);
    let members = json!({ "tagIds": [tag_id(&goes), tag_id(&stays)] });
    let mut kept = Vec::new();
    for title in ["1", "2", "3"] {
        kept.push(ann.create(&sample::with(sample::favorite("note", title), &members)).await);
    }
    let path = format!("/tags/{}", tag_id(&goes));

    assert_eq!(ann.delete(&path).await.is(204), Value::Null);

    for gone in [ann.get(&path), ann.delete(&path), ann.get(&format!("{path}/favorites"))] {
        gone.await.problem(ProblemType::TagNotFound);
    }
    let tag_favorite = format!("/favorites/{}/tags/{}", data_id(&kept[0]), tag_id(&goes));
    let new_one = ann.create_tag("goes").await;
    service.settle().await;
    for favorite in &kept {
        let now = ann.get(&format!("/favorites/{}", data_id(favorite))).await.is(200);
        assert_eq!(now["tagIds"], json!([tag_id(&stays)]));
    }
    ann.put(&tag_favorite, &Value::Null).await.problem(ProblemType::TagNotFound);
    assert_eq!(ann.all(&format!("/tags/{}/favorites", tag_id(&stays))).await.len(), 3);
    assert_eq!(ann.all(&format!("/tags/{}/favorites", tag_id(&new_one))).await, Vec::<Value>::new());
    service.end().await;
}

#[tokio::test]
async fn names_that_show_nothing_or_break_the_line_are_refused() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/tags/{}", tag_id(&ann.create_tag("Rust").await));
    let invisible = "must have a visible character; only spaces and invisible characters were given";
    for (name, detail) in [
        ("\u{200b}", invisible),
        ("\u{3164} \u{2800}\u{e0001}", invisible),
        ("\u{feff}\u{202e}", invisible),
        ("a\nb", "must be on one line; the line break U+000A was given"),
        ("a\r\nb", "must be on one line; the line break U+000D was given"),
        ("a\u{2028}b", "must be on one line; the line break U+2028 was given"),
        ("a\u{85}b", "must not contain the control character U+0085"),
    ] {
        let body = json!({ "tagName": name });
        for answer in [ann.post("/tags", &body).await, ann.patch(&path, &body).await] {
            assert_eq!(answer.fault(), ("/tagName".to_owned(), detail.to_owned()), "{name:?}");
        }
    }
    assert_eq!(ann.create_tag(" \n one line\u{200b} \r\n").await["tagName"], "one line\u{200b}");
    service.end().await;
}
