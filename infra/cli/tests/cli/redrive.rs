//! Redrives records that the local service parked, on its embedded engine.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use favorites_api::Favorites;
use favorites_api::favorites::UserId;
use favorites_cli::redrive::{FileError, Folder, REDRIVEN};
use favorites_local::template::Template;
use favorites_local::{FunctionError, Options, Periods, Running, Service, functions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

/// A service whose consumer fails on every record, its data folder, and the folder of parked records.
struct Parked {
    service: Running,
    data: TempDir,
}

impl Parked {
    /// Starts a service and parks a note of Ann's for each of `titles`, each in a separate file.
    async fn with(titles: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut template = Template::project().unwrap();
        template.mappings[0].retries = Some(0);
        template.mappings[0].batch_size = 1;
        let periods = Periods { retry_first: Duration::from_millis(1), ..Periods::default() };
        let options =
            Options { template: Some(template), periods, ..Options::directory(data.path().join("data")) };
        let service = Service::start(options, |environment| {
            functions(environment).with("change-consumer", |_: Value| async {
                Err(FunctionError::new("Broken", "by the test"))
            })
        })
        .await
        .unwrap();
        let parked = Self { service, data };
        for title in titles {
            parked.keep(title).await;
        }
        while parked.service.failed_batches().len() < titles.len() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        parked
    }

    async fn keep(&self, title: &str) {
        let answer = reqwest::Client::builder()
            .no_proxy()
            .build()
            .unwrap()
            .post(format!("{}/favorites", self.service.url()))
            .bearer_auth(self.service.tokens().issue("ann").unwrap())
            .json(&json!({"dataType": "note", "title": title, "content": {"text": "x"}}))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status().as_u16(), 201);
    }

    fn path(&self) -> PathBuf {
        self.data.path().join("data/failed")
    }

    fn folder(&self) -> Folder {
        Folder::open(self.path()).unwrap()
    }

    fn favorites(&self) -> Favorites {
        let environment = self.service.environment();
        Favorites::new(Client::new(&environment.sdk_config()), environment.table_name.clone())
    }

    async fn total(&self) -> u64 {
        self.favorites().counts(&UserId::parse("ann").unwrap()).await.unwrap().total
    }

    /// Runs the program on the folder, with the environment variables of a function.
    async fn run(&self, arguments: &[&str]) -> Output {
        let environment = self.service.environment();
        Command::new(env!("CARGO_BIN_EXE_favorites"))
            .arg("redrive")
            .arg(self.path())
            .args(arguments)
            .env_clear()
            .env("TABLE_NAME", &environment.table_name)
            .env("AWS_ENDPOINT_URL_DYNAMODB", environment.dynamodb.url())
            .env("AWS_REGION", &environment.region)
            .env("AWS_ACCESS_KEY_ID", self.service.access_key().id())
            .env("AWS_SECRET_ACCESS_KEY", self.service.access_key().secret())
            .output()
            .await
            .unwrap()
    }
}

fn said(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Writes the document again under another name, with changed records.
fn copy_with(folder: &Path, file: &Path, name: &str, change: impl FnOnce(&mut Vec<Value>)) {
    let mut document: Value = serde_json::from_slice(&std::fs::read(folder.join(file)).unwrap()).unwrap();
    let mut event: Value = serde_json::from_str(document["payload"].as_str().unwrap()).unwrap();
    let records = event["Records"].as_array_mut().unwrap();
    change(records);
    document["DDBStreamBatchInfo"]["batchSize"] = json!(records.len());
    document["payload"] = json!(event.to_string());
    std::fs::write(folder.join(name), document.to_string()).unwrap();
}

#[tokio::test]
async fn parked_records_are_applied_and_moved_and_a_second_redrive_changes_nothing() {
    let parked = Parked::with(&["One", "Two"]).await;
    assert_eq!(parked.total().await, 0);
    let (folder, favorites) = (parked.folder(), parked.favorites());
    let files = folder.files().unwrap();
    assert_eq!(files.len(), 2);
    for file in &files {
        assert_eq!(folder.redrive(file, &favorites).await.unwrap(), 1);
    }
    assert_eq!(parked.total().await, 2);
    assert_eq!(folder.files().unwrap(), Vec::<PathBuf>::new());

    // This is what happens if the bucket is copied once more.
    for file in &files {
        std::fs::copy(parked.path().join(REDRIVEN).join(file), parked.path().join(file)).unwrap();
        assert_eq!(folder.redrive(file, &favorites).await.unwrap(), 1);
    }
    assert_eq!(parked.total().await, 2);
    assert_eq!(folder.files().unwrap(), Vec::<PathBuf>::new());
    parked.service.shutdown().await;
}

#[tokio::test]
async fn a_file_with_a_record_that_fails_stays_and_its_other_records_are_applied() {
    let parked = Parked::with(&["One"]).await;
    let folder = parked.folder();
    let file = folder.files().unwrap().remove(0);
    copy_with(&parked.path(), &file, "mixed", |records| {
        let mut bad = records[0].clone();
        bad["dynamodb"]["NewImage"]["version"] = json!({"S": "first"});
        bad["dynamodb"]["SequenceNumber"] = json!("77");
        records.insert(0, bad);
    });
    let mixed = Path::new("mixed");

    let error = folder.redrive(mixed, &parked.favorites()).await.unwrap_err();

    assert!(matches!(&error, FileError::NotApplied { records: 2, failed } if failed.len() == 1), "{error}");
    assert!(error.to_string().starts_with("1 of 2 records were not applied:\n  sequence number 77, event "));
    assert_eq!(parked.total().await, 1);
    assert!(folder.files().unwrap().contains(&mixed.to_owned()));
    parked.service.shutdown().await;
}

#[tokio::test]
async fn a_table_that_is_not_there_leaves_every_file() {
    let parked = Parked::with(&["One"]).await;
    let folder = parked.folder();
    let files = folder.files().unwrap();
    let client = Client::new(&parked.service.environment().sdk_config());
    let error = folder.redrive(&files[0], &Favorites::new(client, "another-table")).await.unwrap_err();
    assert!(matches!(&error, FileError::NotApplied { records: 1, .. }), "{error}");
    assert_eq!(folder.files().unwrap(), files);
    parked.service.shutdown().await;
}

#[tokio::test]
async fn a_file_that_cannot_be_moved_is_applied_and_says_so() {
    let parked = Parked::with(&["One"]).await;
    let folder = parked.folder();
    let files = folder.files().unwrap();
    std::fs::write(parked.path().join(REDRIVEN), "in the way").unwrap();
    let error = folder.redrive(&files[0], &parked.favorites()).await.unwrap_err();
    assert!(matches!(error, FileError::Move(_)), "{error}");
    assert_eq!(parked.total().await, 1);
    assert_eq!(folder.files().unwrap(), files);
    parked.service.shutdown().await;
}

#[tokio::test]
async fn the_program_tells_what_it_did_and_fails_while_anything_is_left() {
    let parked = Parked::with(&["One"]).await;
    let file = parked.folder().files().unwrap().remove(0);
    let deep = Path::new("shard/2026/11/21");
    std::fs::create_dir_all(parked.path().join(deep)).unwrap();
    std::fs::rename(parked.path().join(&file), parked.path().join(deep).join(&file)).unwrap();
    let file = deep.join(file);
    std::fs::write(parked.path().join("notes.txt"), "no document").unwrap();

    let dry = parked.run(&["--dry-run"]).await;
    assert_eq!(dry.status.code(), Some(1));
    assert!(said(&dry).contains(&format!("{}: 1 record to apply\n", file.display())), "{}", said(&dry));
    assert!(said(&dry).contains("notes.txt: it is not JSON: "), "{}", said(&dry));
    assert!(said(&dry).ends_with("2 files, 1 of them not readable; nothing was applied\n"), "{}", said(&dry));
    assert_eq!(parked.total().await, 0);

    let real = parked.run(&[]).await;
    assert_eq!(real.status.code(), Some(1));
    assert!(said(&real).ends_with("2 files: 1 applied and moved to redriven, 1 left\n"), "{}", said(&real));
    assert_eq!(parked.total().await, 1);
    assert!(parked.path().join(REDRIVEN).join(&file).is_file());

    std::fs::remove_file(parked.path().join("notes.txt")).unwrap();
    let nothing = parked.run(&[]).await;
    assert_eq!(nothing.status.code(), Some(0));
    assert_eq!(said(&nothing), "0 files: 0 applied and moved to redriven, 0 left\n");
    parked.service.shutdown().await;
}
