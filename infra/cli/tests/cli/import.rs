//! `favorites import`.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Program, User};

/// The files of the crate that reads them.
fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/bookmark-files/tests/files");
    let path: PathBuf = folder.join(name);
    assert!(path.is_file(), "{} is missing", path.display());
    path.display().to_string()
}

fn written(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn accounted(report: &Value) -> u64 {
    ["changed", "unchanged", "failed"].iter().map(|name| report["counts"][name].as_u64().unwrap()).sum()
}

/// Returns a file of bookmarks with 250 links in two folders of the same name.
fn bookmarks() -> String {
    let link = |folder: &str, number: u32| {
        let time = 1_500_000_000 + number;
        let address = format!("https://example.com/{folder}/{number}");
        format!("<DT><A HREF=\"{address}\" ADD_DATE=\"{time}\" TAGS=\"rust\">{folder} &amp; {number}</A>\n")
    };
    let folders = ["Home", "Work"].map(|folder| {
        let links: String = (0..125).map(|number| link(folder, number)).collect();
        format!("<DT><H3>{folder}</H3>\n<DL><p>\n<DT><H3>Later</H3>\n<DL><p>\n{links}</DL><p>\n</DL><p>\n")
    });
    format!(
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n{}</DL><p>\n",
        folders.concat()
    )
}

#[tokio::test]
async fn bookmarks_are_imported_once_with_dates_tags_and_folders() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, "bookmarks.html", &bookmarks());
    let report = user.json(&["import", &file, "--tag", "Imported"]).await;
    assert_eq!(report["counts"], json!({ "changed": 250, "unchanged": 0, "failed": 0 }));
    assert_eq!(
        (&report["import"]["format"], &report["import"]["createdTagCount"]),
        (&json!("netscape"), &json!(4))
    );
    let tags = user.run(&["tag", "list", "--json", "--all"]).await.json_lines();
    let names: Vec<_> = tags.iter().map(|tag| tag["tagName"].as_str().unwrap()).collect();
    assert_eq!(names, ["Home/Later", "Imported", "rust", "Work/Later"]);
    let links = user.run(&["list", "--json", "--all"]).await.json_lines();
    assert_eq!(links.len(), 250);
    let newest = &links[0];
    assert!(newest["title"].as_str().unwrap().ends_with(" & 124"), "{newest}");
    assert_eq!(newest["clipTime"], "2017-07-14T02:42:04.000Z");
    assert_eq!(newest["tagIds"].as_array().unwrap().len(), 3);

    let again = user.run(&["import", &file]).await.done();
    assert_eq!(
        again,
        "250 entries in a file of the format netscape: 0 imported, 250 duplicates, 0 invalid. 0 tags created.\n"
    );
    user.end().await;
}

#[tokio::test]
async fn each_skipped_or_changed_entry_is_listed_with_its_line() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(130);
    let text = format!(
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF=\"https://example.com/1\">One</A>\n\
         <DT><A HREF=\"javascript:alert(1)\">Script</A>\n<DT><A HREF=\"https://example.com/2\" TAGS=\"{long}\">Tag</A>\n\
         <DT><A HREF=\"https://example.com/3\">Three</A>\n</DL><p>\n"
    );
    let file = written(&folder, "bookmarks.html", &text);
    let run = user.run(&["import", &file, "--json"]).await;
    assert_eq!(run.code, Some(5), "{run:?}");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["counts"], json!({ "changed": 3, "unchanged": 0, "failed": 1 }));
    for line in ["line 4: the address", "line 5: the tag", "must have at most 128 characters", "1 entry"] {
        assert!(run.err.contains(line), "{line} is not in {}", run.err);
    }
    assert_eq!(user.run(&["list", "--json", "--all"]).await.json_lines().len(), 3);
    user.end().await;
}

#[tokio::test]
async fn each_service_s_file_is_read_and_every_entry_is_accounted_for() {
    let user = User::new().await;
    for name in ["pocket.csv", "raindrop.csv", "karakeep.json", "linkwarden.json", "pinboard.json"] {
        let report = user.run(&["import", &file(name), "--dry-run", "--json"]).await;
        let dry: Value = serde_json::from_str(report.out.lines().next().unwrap()).unwrap();
        let report = user.run(&["import", &file(name), "--json"]).await;
        let report: Value = serde_json::from_str(report.out.lines().next().unwrap()).unwrap();
        assert!(accounted(&report) > 0, "{name}: {report}");
        assert_eq!(accounted(&report), accounted(&dry), "{name}");
        assert_eq!(report["import"]["format"], dry["import"]["format"]);
    }
    user.end().await;
}

#[tokio::test]
async fn a_file_that_is_not_one_or_is_missing_or_cut_off_is_named() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let shopping = written(&folder, "shopping.txt", "Milk, tea");
    let error = user.run(&["import", &shopping]).await.failed(5);
    assert!(
        error.contains("shopping.txt") && error.contains("the file's format is not recognized"),
        "{error}"
    );
    user.run(&["import", &shopping, "--format", "word"]).await.failed(2);
    let cut = written(
        &folder,
        "cut.json",
        r#"[{"href": "https://example.com/", "description": "One", "time": "2020-01-01T00:00:00Z", "tags": ""}, {"#,
    );
    let run = user.run(&["import", &cut, "--format", "pinboard", "--json"]).await;
    assert!(run.code == Some(5) && run.err.contains("cut.json") && run.err.contains("line 1"), "{run:?}");
    let job: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(job["counts"]["changed"], 1);
    user.end().await;
}

#[tokio::test]
async fn an_unreadable_file_is_reported_before_a_job_is_created() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let is_folder = user.run(&["import", folder.path().to_str().unwrap()]).await.failed(5);
    assert!(is_folder.ends_with(" can't be read: is a directory\n"), "{is_folder}");
    let missing = user.run(&["import", "/nowhere/x.html"]).await.failed(5);
    assert!(missing.starts_with("favorites: /nowhere/x.html can't be read: "), "{missing}");
    let is_folder = user.run(&["add", "--from", folder.path().to_str().unwrap()]).await.failed(5);
    assert!(is_folder.contains(" can't be read: Is a directory"), "{is_folder}");
    let large = folder.path().join("large.html");
    std::fs::File::create(&large).unwrap().set_len(200_000_001).unwrap();
    let error = user.run(&["import", large.to_str().unwrap()]).await.failed(5);
    assert!(error.ends_with("large.html has more than 200000000 bytes\n"), "{error}");
    let input = std::fs::File::open(&large).unwrap();
    let process = user.program().command(&["import", "-"]).stdin(input).output().await.unwrap();
    assert_eq!(process.status.code(), Some(5));
    let error = String::from_utf8(process.stderr).unwrap();
    assert_eq!(error, "favorites: standard input has more than 200000000 bytes\n");
    assert_eq!(user.run(&["job", "list"]).await.message(), "There are no such jobs.\n");
    user.end().await;
}

#[tokio::test]
async fn a_file_is_imported_from_standard_input() {
    let user = User::new().await;
    let imported = user.program().run_with(&["import", "-", "--tag", "Imported"], &bookmarks()).await.done();
    assert!(imported.starts_with("250 entries in a file of the format netscape: 250 imported"), "{imported}");
    if cfg!(target_os = "linux") {
        // A file of unknown size.
        let piped = user.program().run_with(&["import", "/dev/stdin"], &bookmarks()).await.done();
        assert!(piped.contains(": 0 imported, 250 duplicates, "), "{piped}");
    }
    let error = user.program().run_with(&["import", "-"], "Milk, tea").await.failed(5);
    assert!(error.starts_with("favorites: standard input can't be imported: "), "{error}");
    user.end().await;
}

#[tokio::test]
async fn an_export_is_imported_by_another_user() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.jsonl").display().to_string();
    user.run(&["tag", "create", "Tea"]).await.done();
    user.run(&["add", "https://example.com/", "--title", "A link", "--tag", "Tea"]).await.done();
    user.run(&["export", &file]).await.done();
    let other = Program::new()
        .with("FAVORITES_API", &user.service().url())
        .with("FAVORITES_TOKEN", &user.service().tokens().issue("bob").unwrap());
    let imported = other.run(&["import", &file]).await.done();
    assert!(imported.starts_with("1 entry in a file of the format jsonLines: 1 imported"), "{imported}");
    user.end().await;
}

#[tokio::test]
async fn a_csv_file_is_read_by_the_columns_that_are_named() {
    let user = User::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, "table.csv", "Titel;Adresse\nRust;https://www.rust-lang.org/\n");
    let columns = ["--column", "url=Adresse", "--column", "title=Titel"];
    user.run(&[["import", &file].as_slice(), &columns].concat()).await.done();
    assert!(user.run(&["list"]).await.done().contains("  Rust  "), "the title is that of the file");
    let error = user.run(&["import", &file, "--column", "url=Link"]).await.failed(5);
    assert!(error.contains("no column \"Link\"; it has: "), "{error}");
    let error = user.run(&["import", &file, "--column", "Adresse"]).await.failed(2);
    assert!(error.contains("must be a field and a column, such as url=Adresse"), "{error}");
    user.end().await;
}
