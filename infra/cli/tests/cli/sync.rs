//! `favorites sync`.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::support::{Program, Scripted, Step, User};

/// Returns the lines of a copy after the first one.
fn things(file: &Path) -> BTreeSet<String> {
    std::fs::read_to_string(file).unwrap().lines().skip(1).map(str::to_owned).collect()
}

/// Returns what the service has, as the lines of a copy.
async fn expected(user: &User) -> BTreeSet<String> {
    let mut expected = BTreeSet::new();
    for (list, kind) in [(&["list", "--all"][..], "favorite"), (&["list", "--trash", "--all"], "trashed")] {
        for thing in user.run(&[list, &["--json"]].concat()).await.json_lines() {
            expected.insert(serde_json::json!({ kind: thing }).to_string());
        }
    }
    for mut tag in user.run(&["tag", "list", "--all", "--json"]).await.json_lines() {
        for member in ["lastAccessTime", "count", "countByType"] {
            tag.as_object_mut().unwrap().remove(member);
        }
        expected.insert(serde_json::json!({ "tag": tag }).to_string());
    }
    expected
}

/// Synchronizes until the copy is what the service has, because the feed follows changes a moment later.
async fn sync(user: &User, file: &Path) {
    let path = file.to_str().unwrap();
    let expected = expected(user).await;
    user.eventually(&["sync", path], |ended| {
        assert_eq!(ended.err, "");
        things(file) == expected
    })
    .await;
}

#[tokio::test]
async fn a_copy_follows_the_library() {
    let (user, folder) = (User::new().await, tempfile::tempdir().unwrap());
    let file = folder.path().join("copy.jsonl");
    sync(&user, &file).await;
    let ids = [user.note("One").await, user.note("Two").await, user.note("Three").await];
    user.run(&["tag", "create", "Reading"]).await.done();
    user.run(&["tag", "attach", &ids[0], "Reading"]).await.done();
    sync(&user, &file).await;
    user.run(&["edit", &ids[0], "--title", "Uno"]).await.done();
    user.run(&["delete", &ids[1]]).await.done();
    sync(&user, &file).await;
    user.run(&["delete", &ids[1], "--permanently"]).await.done();
    user.run(&["tag", "delete", "Reading"]).await.done();
    // The worker takes the tag off the favorite, which then has its fourth version.
    user.eventually(&["list", "--json"], |listed| listed.out.contains("\"version\":4")).await;
    sync(&user, &file).await;
    let again = user.json(&["sync", file.to_str().unwrap()]).await;
    let numbers =
        serde_json::json!({ "changes": 0, "startedOver": false, "favorites": 2, "trash": 0, "tags": 0 });
    assert_eq!(again, numbers);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1, "no other file is left");
    user.end().await;
}

#[tokio::test]
async fn a_copy_whose_changes_are_forgotten_is_made_again() {
    let (user, folder) = (User::new().await, tempfile::tempdir().unwrap());
    let file = folder.path().join("copy.jsonl");
    user.note("One").await;
    // The head of the catalogue, which numbers the changes, may not exist yet. A client that begins then starts over once.
    let path = file.to_str().unwrap().to_owned();
    user.run(&["sync", &path]).await.done();
    user.note("Two").await;
    sync(&user, &file).await;
    let copy = std::fs::read_to_string(&file).unwrap();
    let head: Value = serde_json::from_str(copy.lines().next().unwrap()).unwrap();
    assert_eq!(head["complete"], true);
    user.end().await;
}

#[tokio::test]
async fn a_file_of_another_kind_or_of_another_user_is_left_as_it_is() {
    let (user, folder) = (User::new().await, tempfile::tempdir().unwrap());
    let file = folder.path().join("notes.txt");
    let path = file.to_str().unwrap();
    for (text, code, reason) in [
        ("my notes\n", 1, "line 1, is not of a copy that this command has made"),
        ("{\"cursor\":\"x\",\"complete\":true}\n", 5, "must be the cursor of an earlier answer"),
    ] {
        std::fs::write(&file, text).unwrap();
        let error = user.run(&["sync", path]).await.failed(code);
        assert!(error.contains(reason), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    let error = user.run(&["sync", folder.path().join("none/copy").to_str().unwrap()]).await.failed(1);
    assert!(error.contains("can't be written"), "{error}");
    user.end().await;
}

#[tokio::test]
async fn a_cursor_that_is_not_good_any_more_starts_the_copy_over() {
    const EXPIRED: Step = Step::Answer(
        410,
        "content-type: application/problem+json\r\n",
        r#"{"type": "https://favorites.example/problems/cursor-expired", "title": "the cursor has expired", "status": 410}"#,
    );
    const EMPTY: Step = Step::Answer(200, "", r#"{"changes": [], "cursor": "new", "more": false}"#);
    let service = Scripted::start(vec![EXPIRED, EMPTY]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.jsonl");
    let tag = r#"{"tag":{"tagId":"01a20f28-e5ef-7b49-85cb-13fbb160a04b","tagName":"a"}}"#;
    std::fs::write(&file, format!("{{\"cursor\":\"old\",\"complete\":true}}\n{tag}\n")).unwrap();
    let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
    let ended = program.run(&["sync", file.to_str().unwrap(), "--json"]).await;
    assert!(ended.code == Some(0) && ended.err.contains("everything is read again"), "{ended:?}");
    let result: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!((&result["startedOver"], &result["tags"]), (&Value::Bool(true), &Value::from(0)));
    let lines: Vec<_> = service.received().into_iter().map(|request| request.line).collect();
    assert!(lines[0].contains("cursor=old") && !lines[1].contains("cursor"), "{lines:?}");
    assert_eq!(things(&file), BTreeSet::new());
}
