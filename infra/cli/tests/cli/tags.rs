//! `favorites tag`.

use serde_json::Value;

use crate::support::{Program, Scripted, Step, User};

async fn names(user: &User, arguments: &[&str]) -> Vec<String> {
    let tags = user.run(&[&["tag", "list", "--json"], arguments].concat()).await.json_lines();
    tags.iter().map(|tag| tag["tagName"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn tags_are_created_listed_renamed_and_deleted_by_name() {
    let user = User::new().await;
    for name in ["Travel", "books", "Music"] {
        assert_eq!(user.json(&["tag", "create", name]).await["tagName"], name);
    }
    assert_eq!(names(&user, &[]).await, ["books", "Music", "Travel"]);
    assert_eq!(names(&user, &["--order", "desc"]).await, ["Travel", "Music", "books"]);
    assert_eq!(names(&user, &["--sort", "created", "--order", "asc"]).await, ["Travel", "books", "Music"]);
    assert_eq!(names(&user, &["--sort", "accessed", "--limit", "1"]).await.len(), 1);

    let renamed = user.run(&["tag", "rename", "BOOKS", "Reading"]).await.done();
    assert!(renamed.ends_with("     0  Reading\n"), "{renamed}");
    assert_eq!(user.run(&["tag", "delete", "travel"]).await.done(), "The tag \"Travel\" is deleted.\n");
    assert_eq!(names(&user, &[]).await, ["Music", "Reading"]);
    user.end().await;
}

#[tokio::test]
async fn descendants_come_along_if_they_are_asked_for() {
    let user = User::new().await;
    for name in ["Dev", "Dev/Rust", "Code"] {
        user.run(&["tag", "create", name]).await.done();
    }
    user.run(&["tag", "rename", "Dev", "Work"]).await.done();
    assert_eq!(names(&user, &[]).await, ["Code", "Dev/Rust", "Work"]);
    user.run(&["tag", "rename", "Work", "Dev"]).await.done();
    user.run(&["tag", "rename", "Dev", "Work", "--descendants"]).await.done();
    assert_eq!(names(&user, &[]).await, ["Code", "Work", "Work/Rust"]);
    user.run(&["tag", "merge", "Work", "Code", "--descendants"]).await.done();
    assert_eq!(names(&user, &[]).await, ["Code", "Code/Rust"]);
    user.end().await;
}

#[tokio::test]
async fn tags_are_put_on_favorites_and_taken_off_by_name() {
    let user = User::new().await;
    let id = user.note("One").await;
    for name in ["Travel", "Books"] {
        user.run(&["tag", "create", name]).await.done();
    }
    let count = |favorite: &Value| favorite["tagIds"].as_array().unwrap().len();
    assert_eq!(count(&user.json(&["tag", "attach", &id, "books", "TRAVEL"]).await), 2);
    assert_eq!(count(&user.json(&["tag", "attach", &id, "books"]).await), 2);
    user.eventually(&["tag", "list"], |tags| tags.out.contains("     1  Books\n")).await;
    assert_eq!(count(&user.json(&["tag", "detach", &id, "Books"]).await), 1);
    assert_eq!(count(&user.json(&["tag", "detach", &id, "Books", "Travel"]).await), 0);
    user.end().await;
}

#[tokio::test]
async fn tags_are_merged_into_another_one_and_the_favorites_follow() {
    let user = User::new().await;
    for (title, tag) in [("One", "js"), ("Two", "JavaScript"), ("Three", "ecma script")] {
        user.run(&["add", "--title", title, "--text", "x", "--tag", tag]).await.message();
    }
    let wrong = user.run(&["tag", "merge", "js", "Other", "JavaScript"]).await.failed(4);
    assert!(wrong.contains("there is no tag \"Other\""), "{wrong}");
    let wrong = user.run(&["tag", "merge", "js", "Other"]).await.failed(4);
    assert!(wrong.contains("there is no tag \"Other\""), "{wrong}");
    let itself = user.run(&["tag", "merge", "js", "javascript", "JavaScript"]).await.failed(2);
    assert_eq!(itself, "favorites: the tag \"JavaScript\" can't be merged into itself\n");
    user.run(&["tag", "merge", "js"]).await.failed(2);
    assert_eq!(names(&user, &[]).await.len(), 3);

    let merged = user.run(&["tag", "merge", "JS", "js", "ecma script", "javascript"]).await.done();
    assert_eq!(
        merged,
        "Merged the tag \"js\" into \"JavaScript\".\nMerged the tag \"ecma script\" into \"JavaScript\".\n"
    );
    assert_eq!(names(&user, &[]).await, ["JavaScript"]);
    user.eventually(&["list", "--tag", "javascript"], |list| list.out.lines().count() == 3).await.done();
    user.end().await;
}

#[tokio::test]
async fn a_tag_that_is_put_on_favorites_is_created_if_it_does_not_exist() {
    let user = User::new().await;
    let id = user.note("One").await;
    user.run(&["tag", "create", "Books"]).await.done();
    let attached = user.run(&["tag", "attach", &id, "Music", "books", "MUSIC"]).await;
    assert_eq!(attached.message(), "Created the tag \"Music\".\n");
    let added = user.run(&["add", "--title", "Two", "--text", "x", "--tag", "Tea", "--tag", "Books"]).await;
    assert_eq!(added.message(), "Created the tag \"Tea\".\n");
    let bulk = user.run(&["bulk", "tag", "Everything", "--all"]).await;
    assert!(bulk.out.contains("  2 changed, "), "{bulk:?}");
    assert_eq!(bulk.message(), "Created the tag \"Everything\".\n");
    let list = user.run(&["list"]).await.done();
    assert!(list.lines().next().unwrap().ends_with("  Two  [Books, Tea, Everything]"), "{list}");
    assert!(list.lines().nth(1).unwrap().ends_with("  One  [Books, Music, Everything]"), "{list}");
    user.end().await;
}

#[tokio::test]
async fn a_tag_or_a_favorite_that_is_not_there_ends_with_4_and_changes_nothing() {
    let user = User::new().await;
    let id = user.note("One").await;
    user.run(&["tag", "create", "Books"]).await.done();
    for arguments in [
        &["tag", "rename", "Other", "New"][..],
        &["tag", "delete", "Other"],
        &["tag", "detach", &id, "Other"],
    ] {
        let error = user.run(arguments).await.failed(4);
        assert!(error.contains("there is no tag \"Other\""), "{arguments:?}: {error}");
    }
    assert_eq!(user.json(&["show", &id]).await["version"], 1);
    for (command, tag) in [("attach", "Books"), ("attach", "Other"), ("detach", "Books")] {
        let error = user.run(&["tag", command, "01a20f28-e5bb-7621-93a7-29659ab5aedf", tag]).await.failed(4);
        assert!(error.contains("There is no such favorite"), "{error}");
    }
    assert_eq!(names(&user, &[]).await, ["Books"]);
    user.end().await;
}

#[tokio::test]
async fn several_tags_are_found_with_one_list() {
    const ID: &str = "01a20f28-e5bb-7621-93a7-29659ab5aedf";
    const TAGS: &str = r#"{"items": [
        {"tagId": "01a20f28-e5ef-7b49-85cb-13fbb160a04b", "tagName": "a", "createTime": "2026-11-24T20:04:28.271Z"},
        {"tagId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "tagName": "b", "createTime": "2026-11-24T20:04:28.271Z"}
    ], "nextCursor": null}"#;
    const NOTE: &str = r#"{"dataId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "dataType": "note", "title": "A",
        "clipTime": "2026-11-24T20:04:28.219Z", "updateTime": "2026-11-24T20:04:28.219Z", "version": 1}"#;
    for command in ["attach", "detach"] {
        let service = Scripted::start(vec![Step::Answer(200, "", TAGS), Step::Answer(200, "", NOTE)]).await;
        let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
        program.run(&["tag", command, ID, "B", "a", "b"]).await.done();
        let lists = service.received().iter().filter(|request| request.line.starts_with("GET /tags")).count();
        assert_eq!((lists, service.received().len()), (1, 1 + 3), "{command}");
    }
}
