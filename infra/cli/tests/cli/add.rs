//! `favorites add` and `favorites show`.

use serde_json::json;

use crate::support::User;

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

    let missing = user.run(&["add", "--from", "missing.json"]).await.failed(1);
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
    assert_eq!(again.message(), "This link was saved before. Ignored: title, tagIds.\n");
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
        "favorites: The input is not valid: the input has 2 faults\n  /content/latitude: must be from -90 to 90; 131.2 was given\n  \
         /content/longitude: must be a number; text was given\n"
    );
    let no_json = user.program().run_with(&["add", "--from", "-"], "{").await.failed(5);
    assert!(no_json.contains("\n  the body: "), "{no_json}");
    user.run(&["list"]).await.message();
    user.end().await;
}

#[tokio::test]
async fn a_tag_that_does_not_exist_ends_with_4_and_saves_nothing() {
    let user = User::new().await;
    let error = user.run(&["add", "--title", "a", "--text", "b", "--tag", "Reading"]).await.failed(4);
    assert!(error.starts_with("favorites: there is no tag \"Reading\"; "), "{error}");
    assert_eq!(user.run(&["list"]).await.message(), "There are no such favorites.\n");
    user.end().await;
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
