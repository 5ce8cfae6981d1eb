//! `favorites add` and `favorites show`.

use serde_json::json;

use crate::support::{Program, Scripted, Step, User};

#[tokio::test]
async fn an_address_is_saved_as_a_link_and_a_text_as_a_note() {
    let user = User::new().await;
    let link = user
        .json(&[
            "add",
            "https://www.rust-lang.org",
            "--title",
            "Rust",
            "--site-name",
            "Rust",
            "--description",
            "A language",
        ])
        .await;
    assert_eq!(link["dataType"], "link");
    assert_eq!(link["contentUrl"], "https://www.rust-lang.org/");
    assert_eq!(link["content"], json!({"siteName": "Rust", "description": "A language"}));
    let note = user.json(&["add", "--title", "Shopping", "--text", "Milk"]).await;
    assert_eq!((&note["dataType"], &note["content"]), (&json!("note"), &json!({"text": "Milk"})));
    user.end().await;
}

#[tokio::test]
async fn each_option_sets_its_member() {
    let user = User::new().await;
    user.run(&["tag", "create", "Places"]).await.done();
    let place = user
        .json(&[
            "add",
            "https://example.com/map",
            "--type",
            "location",
            "--title",
            "Tea house",
            "--content",
            r#"{"latitude": 35, "longitude": 135.5}"#,
            "--thumbnail-url",
            "https://example.com/t.png",
            "--creator-id",
            "ann",
            "--clip-time",
            "2020-01-02T03:04:05Z",
            "--expire-time",
            "2100-01-01T00:00:00Z",
            "--tag",
            "places",
        ])
        .await;
    let tag = &user.json(&["tag", "list"]).await["tagId"];
    for (member, expected) in [
        ("dataType", json!("location")),
        ("title", json!("Tea house")),
        ("contentUrl", json!("https://example.com/map")),
        ("thumbnailUrl", json!("https://example.com/t.png")),
        ("creatorId", json!("ann")),
        ("clipTime", json!("2020-01-02T03:04:05.000Z")),
        ("expireTime", json!("2100-01-01T00:00:00.000Z")),
        ("tagIds", json!([tag])),
    ] {
        assert_eq!(place[member], expected, "{member}");
    }
    user.end().await;
}

#[tokio::test]
async fn texts_and_whole_favorites_are_read_from_standard_input_and_files() {
    let user = User::new().await;
    let add = ["add", "--title", "Long", "--text", "-"];
    user.program().run_with(&add, "one\ntwo\n").await.done();
    let long = user.json(&["list"]).await;
    assert_eq!(long["content"]["text"], "one\ntwo\n");

    let whole = r#"{"dataType": "note", "title": "Whole", "content": {"text": "x"}}"#;
    user.program().run_with(&["add", "--from", "-"], whole).await.done();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), whole.replace("Whole", "File")).unwrap();
    let from_file = user.json(&["add", "--from", file.path().to_str().unwrap()]).await;
    assert_eq!(from_file["title"], "File");
    assert_eq!(user.run(&["list", "--json"]).await.json_lines().len(), 3);

    let missing = user.run(&["add", "--from", "missing.json"]).await.failed(5);
    assert!(missing.starts_with("favorites: missing.json can't be read: No such file"), "{missing}");
    user.end().await;
}

#[tokio::test]
async fn a_link_that_was_saved_before_is_shown_with_a_message() {
    let user = User::new().await;
    user.run(&["add", "https://a.example", "--title", "First"]).await.done();
    user.run(&["tag", "create", "Reading"]).await.done();
    let again = user.run(&["add", "https://a.example", "--title", "Second", "--tag", "Reading"]).await;
    assert!(again.out.contains("  First  https://a.example/"), "{again:?}");
    let expected =
        "This link was saved before. Ignored: title, tagIds. Use --on-existing merge to add the tags.\n";
    assert_eq!(again.message(), expected);
    assert_eq!(user.run(&["add", "https://a.example"]).await.message(), "This link was saved before.\n");
    let merge =
        ["add", "https://a.example", "--title", "Third", "--tag", "Reading", "--on-existing", "merge"];
    assert_eq!(user.run(&merge).await.message(), "This link was saved before. Ignored: title.\n");
    assert_eq!(user.json(&["list", "--tag", "Reading"]).await["title"], "First");
    user.end().await;
}

#[tokio::test]
async fn invalid_input_ends_with_5_and_names_each_error_with_its_place() {
    let user = User::new().await;
    let place = [
        "add",
        "--title",
        "Tea",
        "--type",
        "location",
        "--content",
        r#"{"latitude": 131.2, "longitude": "east"}"#,
    ];
    assert_eq!(
        user.run(&place).await.failed(5),
        "favorites: The input is not valid:\n  /content/latitude: must be from -90 to 90; 131.2 was given\n  \
         /content/longitude: must be a number; text was given\n"
    );
    let cut = user.run(&["add", "example.com/a"]).await.failed(5);
    assert_eq!(cut, "favorites: \"example.com/a\" is not a complete address; write https://example.com/a\n");
    let no_address = user.run(&["add", "tea house"]).await.failed(5);
    assert!(no_address.starts_with("favorites: must be an absolute http or https URL"), "{no_address}");
    let no_json = user.program().run_with(&["add", "--from", "-"], "{").await.failed(5);
    assert!(no_json.contains("\n  the body: "), "{no_json}");
    user.run(&["list"]).await.message();
    user.end().await;
}

#[tokio::test]
async fn the_default_title_is_the_address_or_the_first_line_of_a_note() {
    let user = User::new().await;
    let note = user.json(&["add", "--text", "Milk, tea\nand rice"]).await;
    assert_eq!(note["title"], "Milk, tea");
    let link = user.json(&["add", "https://a.example/b"]).await;
    assert_eq!(
        (&link["title"], &link["contentUrl"]),
        (&json!("https://a.example/b"), &json!("https://a.example/b"))
    );
    let long = format!("https://a.example/{}", "x".repeat(300));
    let link = user.json(&["add", &long]).await;
    assert!(link["title"].as_str().unwrap().starts_with(&long[..250]), "{link}");
    user.end().await;
}

#[tokio::test]
async fn several_addresses_are_saved_with_the_same_tags_and_each_has_a_line() {
    let user = User::new().await;
    let before = user.json(&["add", "https://b.example", "--title", "B"]).await;
    let added =
        user.run(&["add", "https://a.example", "https://B.example", "ftp://a.example", "--tag", "Tea"]).await;
    assert_eq!(added.code, Some(5), "{added:?}");
    let lines: Vec<_> = added.out.lines().collect();
    assert!(lines[0].ends_with("  saved         https://a.example/"), "{added:?}");
    assert_eq!(lines[1], format!("{}  saved before  https://b.example/", before["dataId"].as_str().unwrap()));
    assert_eq!(lines.len(), 2);
    assert!(
        added.err.starts_with(
            "Created the tag \"Tea\".\n\"ftp://a.example\": must be an absolute http or https URL"
        ),
        "{added:?}"
    );
    assert!(added.err.ends_with("favorites: 1 address was not saved; see the reasons above\n"), "{added:?}");
    assert_eq!(user.json(&["list", "--tag", "tea"]).await["title"], "https://a.example/");
    let merged = user.run(&[
        "add",
        "https://b.example",
        "https://c.example",
        "--tag",
        "Tea",
        "--on-existing",
        "merge",
        "--json",
    ]);
    let merged = merged.await.json_lines();
    assert_eq!(
        (&merged[0]["url"], &merged[0]["outcome"]),
        (&json!("https://b.example/"), &json!("alreadyThere"))
    );
    assert_eq!(
        (&merged[1]["outcome"], merged[1]["tagIds"].as_array().unwrap().len()),
        (&json!("created"), 1)
    );
    assert_eq!(user.run(&["list", "--tag", "tea", "--json"]).await.json_lines().len(), 3);
    user.end().await;
}

/// Returns lines with this number of addresses.
fn lines(number: usize) -> String {
    let lines: Vec<_> = (1..=number).map(|number| format!("https://a.example/{number}")).collect();
    lines.join("\n")
}

#[tokio::test]
async fn addresses_from_standard_input_are_saved_and_each_error_names_its_line() {
    let user = User::new().await;
    let input = "https://a.example/0\n\n  https://a.example/0  \r\nexample.com\n".to_owned() + &lines(150);
    let added = user.program().run_with(&["add", "-", "--type", "image"], &input).await;
    assert_eq!(added.code, Some(5), "{}", added.err);
    assert!(
        added
            .err
            .starts_with("line 4: \"example.com\" is not a complete address; write https://example.com\n"),
        "{}",
        added.err
    );
    assert_eq!(added.err.lines().count(), 2, "{}", added.err);
    // Only links are unique.
    assert_eq!(added.out.lines().count(), 152);
    assert_eq!(user.run(&["list", "--type", "image", "--all", "--csv"]).await.out.lines().count(), 1 + 152);

    let refused = ["add", "-", "--clip-time", "yesterday"];
    let refused = user.program().run_with(&refused, "https://c.example\nhttps://d.example\n").await.failed(5);
    assert!(refused.starts_with("line 1: The input is not valid"), "{refused}");
    assert!(refused.contains("\n  /clipTime: ") && refused.contains("\nline 2: The input"), "{refused}");
    assert!(refused.ends_with("favorites: 2 addresses were not saved; see the reasons above\n"), "{refused}");
    assert_eq!(user.program().run_with(&["add", "-"], "\n").await.done(), "");
    user.end().await;
}

#[tokio::test]
async fn too_many_addresses_end_with_5_and_none_is_saved() {
    let user = User::new().await;
    let error = user.program().run_with(&["add", "-"], &lines(10_001)).await.failed(5);
    assert_eq!(
        error,
        "favorites: 10001 addresses are too many; one command saves at most 10000, so split the list\n"
    );
    let long = "x".repeat((16 << 20) + 1);
    let error = user.program().run_with(&["add", "-"], &long).await.failed(5);
    assert_eq!(error, "favorites: standard input has more than 16777216 bytes\n");
    assert_eq!(user.run(&["list"]).await.message(), "There are no such favorites.\n");
    user.end().await;
}

#[tokio::test]
async fn addresses_are_saved_again_while_the_service_is_busy_for_some_of_them() {
    const BUSY: &str = r#"{"results": [
        {"outcome": "created", "dataId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "version": 1, "tagIds": []},
        {"outcome": "refused", "problem": {"title": "The service is busy", "detail": "try again", "status": 503}}
    ], "createdTags": []}"#;
    const DONE: &str = r#"{"results": [
        {"outcome": "created", "dataId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "version": 1, "tagIds": []},
        {"outcome": "created", "dataId": "01a20f28-e5ef-7b49-85cb-13fbb160a04b", "version": 1, "tagIds": []}
    ], "createdTags": []}"#;
    let add = ["add", "https://a.example", "https://b.example"];
    let service = Scripted::start(vec![Step::Answer(200, "", BUSY), Step::Answer(200, "", DONE)]).await;
    let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
    assert_eq!(program.run(&add).await.done().lines().count(), 2);
    let keys: Vec<_> = service.received().iter().map(|it| it.headers["idempotency-key"].clone()).collect();
    assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");

    let service = Scripted::start(vec![Step::Answer(200, "", BUSY)]).await;
    let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
    let left = program.run(&[&add[..], &["--retries", "1"]].concat()).await;
    assert_eq!((left.code, service.received().len()), (Some(7), 2), "{left:?}");
    assert!(left.err.starts_with("\"https://b.example\": The service is busy: try again\n"), "{left:?}");

    let service = Scripted::start(vec![Step::Break]).await;
    let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
    let lost = program.run(&[&add[..], &["--retries", "0"]].concat()).await.failed(7);
    assert!(
        lost.starts_with("The addresses from \"https://a.example\" onwards may not be saved. "),
        "{lost}"
    );
}

#[tokio::test]
async fn a_favorite_is_shown_with_its_tags_and_its_whole_text() {
    let user = User::new().await;
    user.run(&["tag", "create", "Reading"]).await.done();
    let text = "word ".repeat(200);
    let note = user.json(&["add", "--title", "Long", "--text", &text, "--tag", "Reading"]).await;
    let id = note["dataId"].as_str().unwrap();
    let shown = user.run(&["show", id]).await.done();
    assert!(
        shown.starts_with(&format!("id              {id}\ntype            note\ntitle           Long\n")),
        "{shown}"
    );
    assert!(shown.contains("\ntags            Reading\n"), "{shown}");
    assert!(shown.ends_with(&format!("\n\n{text}\n")), "{shown}");
    assert_eq!(user.json(&["show", id]).await, note);

    let missing = user.run(&["show", "01a20f28-e5bb-7621-93a7-29659ab5aedf"]).await.failed(4);
    assert!(missing.starts_with("favorites: There is no such favorite"), "{missing}");
    user.end().await;
}
