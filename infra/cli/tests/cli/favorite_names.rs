//! Favorites by id prefixes and addresses.

use favorites_local::seed;
use serde_json::{Value, json};

use crate::support::{Program, Scripted, Step, User};

fn id(favorite: &Value) -> &str {
    favorite["dataId"].as_str().unwrap()
}

/// Saves notes with this title and the same time, so that the first 13 digits of their ids are the same.
async fn at_one_time(user: &User, title: &str, time: &str, number: usize) -> Vec<Value> {
    let mut notes = Vec::new();
    for _ in 0..number {
        notes.push(user.json(&["add", "--title", title, "--text", "x", "--clip-time", time]).await);
    }
    notes
}

#[tokio::test]
async fn each_command_takes_the_first_digits_of_an_id() {
    let user = User::new().await;
    let note =
        user.json(&["add", "--title", "One", "--text", "x", "--clip-time", "2020-01-01T00:00:00Z"]).await;
    user.note("Another").await;
    let short = &id(&note)[..8];
    assert_eq!(user.json(&["show", short]).await, note);
    assert_eq!(user.json(&["show", &short.to_uppercase()]).await, note);
    assert_eq!(user.json(&["edit", short, "--title", "Two"]).await["title"], "Two");
    user.run(&["tag", "create", "Tea"]).await.done();
    assert_eq!(user.json(&["tag", "attach", short, "Tea"]).await["tagIds"].as_array().unwrap().len(), 1);
    assert_eq!(user.json(&["tag", "detach", short, "Tea"]).await["tagIds"], json!([]));
    user.run(&["bulk", "delete", "--all", "--except", short]).await.done();
    assert_eq!(user.json(&["list"]).await["title"], "Two");
    assert_eq!(user.json(&["delete", short]).await["dataId"], note["dataId"]);
    user.run(&["bulk", "purge", "--except", short]).await.done();
    assert_eq!(user.json(&["restore", short]).await["title"], "Two");
    user.run(&["delete", short]).await.done();
    let deleted = user.run(&["delete", short, "--permanently"]).await.done();
    assert_eq!(deleted, format!("{} is deleted for good.\n", id(&note)));
    user.end().await;
}

#[tokio::test]
async fn an_old_favorite_is_found_by_its_first_digits_behind_many_newer_ones() {
    let user = User::new().await;
    let samples: Vec<Value> = (0..100)
        .map(|number| json!({"dataType": "note", "title": number.to_string(), "content": {"text": "x"}}))
        .collect();
    let token = user.service().tokens().issue("ann").unwrap();
    seed::post_all(&format!("{}/favorites", user.service().url()), &token, &samples).await.unwrap();
    let old =
        user.json(&["add", "--title", "Old", "--text", "x", "--clip-time", "2020-01-01T00:00:00Z"]).await;
    let (short, long) = (&id(&old)[..8], &id(&old)[..20]);
    user.eventually(&["show", short], |shown| shown.out.contains("Old")).await.done();
    assert_eq!(user.json(&["show", long]).await, old);
    let error = user.run(&["show", "00c0ffee"]).await.failed(4);
    assert_eq!(error, "favorites: no favorite matches the id prefix 00c0ffee\n");
    let beyond = user.run(&["show", "ffffffff"]).await.failed(4);
    assert_eq!(beyond, "favorites: no favorite matches the id prefix ffffffff\n");
    user.end().await;
}

#[tokio::test]
async fn a_prefix_of_several_favorites_ends_with_2_and_lists_up_to_10_of_them() {
    let user = User::new().await;
    let two = at_one_time(&user, "Two", "2020-01-01T00:00:00Z", 2).await;
    let eleven = at_one_time(&user, "Eleven", "2021-01-01T00:00:00Z", 11).await;
    let short = &id(&two[0])[..8];
    let error = user.run(&["delete", short]).await.failed(2);
    let first = format!("favorites: several favorites match the id prefix {short}; choose one by its id:\n");
    assert!(error.starts_with(&first), "{error}");
    for note in &two {
        assert!(error.contains(&format!("\n  {}  note        2020-01-01 00:00  Two", id(note))), "{error}");
    }
    assert_eq!(error.lines().count(), 3, "{error}");
    // 13 digits are the time and the version of the UUID, the rest is random.
    let unique = (14..36).map(|length| &id(&two[0])[..length]).find(|short| !id(&two[1]).starts_with(short));
    assert_eq!(user.json(&["delete", unique.unwrap()]).await["dataId"], two[0]["dataId"]);

    let error = user.run(&["show", &id(&eleven[0])[..13]]).await.failed(2);
    assert_eq!(error.lines().filter(|line| line.ends_with("Eleven")).count(), 10, "{error}");
    assert!(error.ends_with("\n  and more\n"), "{error}");
    let none = user.run(&["restore", id(&two[1])]).await.failed(4);
    assert!(none.starts_with("favorites: The trash has no such favorite"), "{none}");
    let none = user.run(&["restore", &id(&eleven[0])[..8]]).await.failed(4);
    assert!(none.starts_with("favorites: no favorite in the trash matches the id prefix "), "{none}");
    user.end().await;
}

#[tokio::test]
async fn a_lookup_ends_after_ten_pages() {
    let endless = Step::Answer(200, "", r#"{"items": [], "nextCursor": "x"}"#);
    let service = Scripted::start(vec![endless]).await;
    let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
    let error = program.run(&["show", "01a20f28"]).await.failed(2);
    assert_eq!(
        error,
        "favorites: there are too many favorites to search for the id prefix 01a20f28; give the complete id\n"
    );
    assert_eq!(service.received().len(), 1 + 10);
    program.run(&["restore", "https://a.example"]).await.failed(2);
    assert_eq!(service.received().len(), 1 + 10 + 10);
}

#[tokio::test]
async fn a_favorite_in_the_trash_is_found_by_its_address() {
    let user = User::new().await;
    let add = ["add", "https://a.example", "--title", "A"];
    for _ in 0..2 {
        let link = user.json(&add).await;
        user.run(&["delete", id(&link)]).await.done();
    }
    let error = user.run(&["restore", "https://A.example/"]).await.failed(2);
    assert!(error.contains("several favorites in the trash match the address https://a.example/"), "{error}");
    let first = error.lines().nth(1).unwrap().split_whitespace().next().unwrap();
    user.run(&["delete", "--permanently", first]).await.done();
    assert_eq!(user.json(&["restore", "https://A.example/"]).await["title"], "A");
    let error = user.run(&["restore", "https://b.example"]).await.failed(4);
    assert!(
        error.starts_with("favorites: no favorite in the trash matches the address https://b.example/; ")
    );
    let picture = user.json(&["add", "https://c.example", "--type", "image", "--title", "C"]).await;
    user.run(&["delete", id(&picture)]).await.done();
    for arguments in [&["restore", "https://c.example"][..], &["show", "https://c.example"]] {
        let error = user.run(arguments).await.failed(4);
        assert!(error.ends_with("; only links can be found by address\n"), "{arguments:?}: {error}");
    }
    user.end().await;
}

#[tokio::test]
async fn each_command_takes_an_address() {
    let user = User::new().await;
    let link = user.json(&["add", "https://a.example/b", "--title", "One"]).await;
    // The service knows which addresses are the same link.
    let address = "HTTP://A.example/b#top";
    assert_eq!(user.json(&["show", address]).await, link);
    assert_eq!(user.json(&["edit", address, "--title", "Two"]).await["title"], "Two");
    user.run(&["tag", "attach", address, "Tea"]).await.message();
    assert_eq!(user.json(&["tag", "detach", address, "Tea"]).await["tagIds"], json!([]));
    user.note("Note").await;
    user.run(&["bulk", "delete", "--all", "--except", address]).await.done();
    assert_eq!(user.json(&["list"]).await["title"], "Two");
    assert_eq!(user.json(&["delete", address]).await["dataId"], link["dataId"]);
    let error = user.run(&["show", address]).await.failed(4);
    assert_eq!(
        error,
        "favorites: no favorite matches the address http://a.example/b#top; only links can be found by address\n"
    );
    assert_eq!(user.json(&["restore", address]).await["dataId"], link["dataId"]);
    user.end().await;
}

#[tokio::test]
async fn an_address_is_looked_up_by_the_service() {
    let page = r#"{"items": [{"dataId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "dataType": "link", "title": "A",
        "clipTime": "2026-11-24T20:04:28.219Z", "updateTime": "2026-11-24T20:04:28.219Z", "version": 1}],
        "nextCursor": null}"#;
    let service = Scripted::start(vec![Step::Answer(200, "", page), Step::Answer(404, "", "")]).await;
    let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
    program.run(&["delete", "https://A.example/b?c=d"]).await.failed(4);
    let lines: Vec<_> = service.received().into_iter().map(|request| request.line).collect();
    let found = "GET /favorites?url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd";
    assert_eq!(lines, [found, "DELETE /favorites/01a20f28-e5bb-7621-93a7-29659ab5aedf"]);

    let none = Scripted::start(vec![Step::Answer(200, "", r#"{"items": [], "nextCursor": null}"#)]).await;
    let program = Program::new().with("FAVORITES_API", none.url()).with("FAVORITES_TOKEN", "abc");
    let error = program.run(&["show", "https://a.example"]).await.failed(4);
    assert!(error.starts_with("favorites: no favorite matches the address https://a.example/; "), "{error}");
}
