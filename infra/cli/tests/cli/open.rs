//! `favorites open`, with a fake browser.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::support::{Ended, Program, Scripted, Step, User};

/// Runs the program with `folder` as the whole `PATH`.
async fn open(program: &Program, folder: &Path, favorite: &str) -> Ended {
    let arguments = ["open", favorite];
    let output = program.command(&arguments).env("PATH", folder).output().await.unwrap();
    Ended::of(&arguments, output)
}

#[tokio::test]
async fn the_address_is_opened_in_the_browser() {
    let user = User::new().await;
    let link = user.json(&["add", "https://a.example/?b=c&d='e'"]).await;
    let folder = tempfile::tempdir().unwrap();
    let (browser, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    let script = format!("#!/bin/sh\nprintf '%s|' \"$@\" > {}\n", opened.display());
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let address = link["contentUrl"].as_str().unwrap();
    let done = open(user.program(), folder.path(), link["dataId"].as_str().unwrap()).await.done();
    assert_eq!(done, format!("Opened {address}\n"));
    assert_eq!(std::fs::read_to_string(&opened).unwrap(), format!("{address}|"));
    user.end().await;
}

#[tokio::test]
async fn without_a_browser_the_address_is_written() {
    let user = User::new().await;
    let link = user.json(&["add", "https://a.example"]).await;
    let folder = tempfile::tempdir().unwrap();
    let ended = open(user.program(), folder.path(), link["dataId"].as_str().unwrap()).await;
    assert_eq!(ended.out, "https://a.example/\n");
    assert_eq!(ended.message(), "No browser could be started. The address is:\n");

    let note = user.note("No address").await;
    let error = open(user.program(), folder.path(), &note).await.failed(1);
    assert_eq!(error, format!("favorites: the favorite {note} has no address to open\n"));
    user.end().await;
}

#[tokio::test]
async fn only_web_addresses_are_opened() {
    for address in ["file:///etc/passwd", "javascript:alert(1)", "--help"] {
        let favorite = format!(
            r#"{{"dataId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "dataType": "link", "title": "A",
            "contentUrl": {address:?}, "clipTime": "2026-11-24T20:04:28.219Z",
            "updateTime": "2026-11-24T20:04:28.219Z", "version": 1}}"#
        );
        let service =
            Scripted::start(vec![Step::Answer(200, "", Box::leak(favorite.into_boxed_str()))]).await;
        let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc");
        let error = program.run(&["open", "01a20f28-e5bb-7621-93a7-29659ab5aedf"]).await.failed(1);
        assert!(error.contains(&format!("can't open {address:?}: only http and https")), "{error}");
    }
}
