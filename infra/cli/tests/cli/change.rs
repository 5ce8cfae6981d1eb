//! `favorites edit`, `delete` and `restore`.

use serde_json::Value;

use crate::support::User;

#[tokio::test]
async fn an_edit_changes_what_it_names_and_nothing_else() {
    let user = User::new().await;
    let link = user
        .json(&[
            "add",
            "https://a.example",
            "--title",
            "One",
            "--thumbnail-url",
            "https://a.example/t",
            "--site-name",
            "A",
        ])
        .await;
    let id = link["dataId"].as_str().unwrap();
    let edited = user.json(&["edit", id, "--title", "Two", "--remove", "thumbnail-url"]).await;
    assert_eq!((&edited["title"], &edited["thumbnailUrl"]), (&Value::from("Two"), &Value::Null));
    assert_eq!((&edited["content"], &edited["contentUrl"]), (&link["content"], &link["contentUrl"]));
    let arguments = [
        "edit",
        id,
        "--url",
        "https://b.example",
        "--expire-time",
        "2100-01-01T00:00:00Z",
        "--content",
        r#"{"siteName": null, "description": "New"}"#,
    ];
    let edited = user.json(&arguments).await;
    assert_eq!(edited["contentUrl"], "https://b.example/");
    assert_eq!(edited["expireTime"], "2100-01-01T00:00:00.000Z");
    assert_eq!(edited["content"], serde_json::json!({"description": "New"}));
    assert_eq!(edited["title"], "Two");
    let moved = user.json(&["edit", id, "--clip-time", "2020-01-01T00:00:00Z"]).await;
    assert_eq!((&moved["clipTime"], &moved["title"]), (&"2020-01-01T00:00:00.000Z".into(), &edited["title"]));
    assert_ne!(moved["dataId"], link["dataId"]);
    user.end().await;
}

#[tokio::test]
async fn a_change_of_an_old_version_ends_with_6_and_changes_nothing() {
    let user = User::new().await;
    let id = user.note("One").await;
    user.run(&["edit", &id, "--title", "Two", "--if-version", "1"]).await.done();
    for change in
        [&["edit", &id, "--title", "Three", "--if-version", "1"][..], &["delete", &id, "--if-version", "1"]]
    {
        assert_eq!(
            user.run(change).await.failed(6),
            "favorites: The version is not the current one: the current version is 2, not 1\n"
        );
    }
    assert_eq!(user.json(&["show", &id]).await["title"], "Two");
    user.run(&["delete", &id, "--if-version", "2"]).await.done();
    user.end().await;
}

#[tokio::test]
async fn a_deleted_favorite_is_in_the_trash_until_it_is_restored_or_deleted_for_good() {
    let user = User::new().await;
    let id = user.note("One").await;
    let deleted = user.run(&["delete", &id]).await.done();
    assert!(deleted.contains("  One  (in the trash until "), "{deleted}");
    assert_eq!(user.run(&["list"]).await.message(), "There are no such favorites.\n");
    assert_eq!(user.json(&["list", "--trash"]).await["dataId"], *id);

    assert_eq!(user.json(&["restore", &id]).await["dataId"], *id);
    assert_eq!(user.json(&["list"]).await["dataId"], *id);
    let not_there = user.run(&["restore", &id]).await.failed(4);
    assert!(not_there.starts_with("favorites: The trash has no such favorite"), "{not_there}");

    user.run(&["delete", &id]).await.done();
    assert_eq!(
        user.run(&["delete", &id, "--permanently"]).await.done(),
        format!("{id} is deleted for good.\n")
    );
    user.run(&["restore", &id]).await.failed(4);
    user.run(&["delete", &id]).await.failed(4);
    user.run(&["delete", &id, "--permanently", "--json"]).await.failed(4);
    user.end().await;
}
