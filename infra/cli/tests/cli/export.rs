//! `favorites export`.

use std::process::Stdio;

use crate::support::User;

#[tokio::test]
async fn everything_is_written_to_a_new_file_in_each_format() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    user.run(&["add", "https://example.com/", "--title", "A link"]).await.done();
    user.note("A note").await;
    let (lines, html, csv) = (path("all.jsonl"), path("links.html"), path("table.csv"));
    let done = user.run(&["export", &lines]).await.done();
    assert!(done.ends_with("  export  done  2 favorites\n"), "{done}");
    let text = std::fs::read_to_string(&lines).unwrap();
    assert_eq!(text.lines().next(), Some(r#"{"favoritesExport":2}"#));
    assert_eq!(text.lines().count(), 4);
    let job = user.json(&["export", &html, "--format", "netscape"]).await;
    assert_eq!((&job["export"]["favorites"], &job["export"]["leftOut"]), (&1.into(), &1.into()));
    assert!(std::fs::read_to_string(&html).unwrap().contains("A link"));
    user.run(&["export", &csv, "--format", "csv"]).await.done();
    assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 3);
    let listed = user.run(&["job", "list"]).await.done();
    assert_eq!(listed.lines().filter(|line| line.contains("  export  done  ")).count(), 3, "{listed}");
    user.end().await;
}

#[tokio::test]
async fn a_file_that_exists_is_not_replaced_and_a_folder_that_does_not_is_named() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.jsonl");
    std::fs::write(&file, "mine").unwrap();
    let file = file.display().to_string();
    let error = user.run(&["export", &file]).await.failed(1);
    assert!(error.contains("mine.jsonl already exists; choose another name"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let error = user.run(&["export", "/nowhere/x.jsonl"]).await.failed(1);
    assert!(error.contains("/nowhere/x.jsonl can't be written"), "{error}");
    user.end().await;
}

#[tokio::test]
async fn standard_output_gets_the_file_and_nothing_else() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    user.note("A note").await;
    let file = folder.path().join("all.jsonl").display().to_string();
    user.run(&["export", &file]).await.done();
    let expected = std::fs::read_to_string(&file).unwrap();
    assert_eq!(user.run(&["export", "-"]).await.done(), expected);
    assert_eq!(user.run(&["export", "-", "--json"]).await.done(), expected);
    let csv = user.run(&["export", "-", "--format", "csv"]).await.done();
    assert_eq!(csv.lines().count(), 2, "{csv}");

    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let process = user.program().command(&["export", "-"]).stdout(Stdio::from(writer)).spawn().unwrap();
    let ended = process.wait_with_output().await.unwrap();
    assert_eq!((ended.status.code(), &*ended.stderr), (Some(0), &b""[..]));
    user.end().await;
}
