//! Tests a full disk.

use std::fs::File;

use favorites_tests::program::{Api, Program};
use reqwest::Method;
use serde_json::{Value, json};

use crate::PROGRAM;

/// The size limit of files, in blocks of 512 bytes: enough for the empty table and a few favorites.
const BLOCKS: u32 = 4_800;

/// The most favorites that fit. Each has 10 KB.
const MOST: usize = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_writes_says_why_in_the_log_and_keeps_what_was_acknowledged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log");
    let data = folder.path().join("data");
    let mut program = Program::start_with_little_room(
        PROGRAM,
        &data,
        BLOCKS,
        File::create(&log).expect("the log can be written"),
    );
    let (kept, refusal) = fill(&program.api()).await;
    assert!(!kept.is_empty(), "the first favorites fit");
    assert_eq!(
        (&refusal["status"], &refusal["title"]),
        (&json!(507), &json!("The library is full")),
        "{refusal}"
    );
    let detail = refusal["detail"].as_str().expect("it is text");
    assert!(detail.contains("the disk of the local service") && !detail.contains("10 GB"), "{detail}");
    assert_eq!(titles(&program.api()).await, kept, "what was kept can be read");
    program.kill();
    let log = std::fs::read_to_string(log).expect("the log is text");
    assert!(log.contains("the data folder can't be written: make room on its disk"), "{log}");

    let mut program = Program::start(PROGRAM, &data);
    assert_eq!(titles(&program.api()).await, kept, "it is there after a restart");
    let (status, answer) = keep(&program.api(), "one more").await;
    assert_eq!(status, 201, "with room, writes go on: {answer}");
    program.kill();
}

/// Creates favorites until one is refused. Returns the titles of the acknowledged ones, and the refusal.
async fn fill(api: &Api) -> (Vec<String>, Value) {
    let mut kept = Vec::new();
    for number in 0..MOST {
        let title = format!("favorite {number}");
        let (status, answer) = keep(api, &title).await;
        if status != 201 {
            return (kept, answer);
        }
        kept.insert(0, title);
    }
    panic!("the disk took {MOST} favorites");
}

async fn keep(api: &Api, title: &str) -> (u16, Value) {
    let body = json!({"dataType": "note", "title": title, "content": {"text": "x".repeat(3_500)}});
    api.send(Method::POST, "/favorites", Some(&body)).await.expect("an answer")
}

/// Returns the titles of all favorites, newest first.
async fn titles(api: &Api) -> Vec<String> {
    let (status, page) = api.send(Method::GET, "/favorites?limit=100", None).await.expect("an answer");
    assert_eq!(status, 200, "{page}");
    let items = page["items"].as_array().expect("a page has items");
    items.iter().map(|item| item["title"].as_str().expect("a favorite has a title").to_owned()).collect()
}
