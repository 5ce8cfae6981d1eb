//! A data folder with a folder for backups, and the user of a program that runs on it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::program::Program;

/// A data folder, and a folder for backups beside it.
pub(crate) struct Desk {
    pub(crate) home: tempfile::TempDir,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.path("data")
    }

    pub(crate) fn start(&self) -> User {
        User::of(Program::start(&self.data()))
    }

    /// Runs `backup` or `restore` on the data folder. Returns what it prints, or the error.
    pub(crate) fn run(&self, command: &str, file: &Path) -> Result<String, String> {
        run(command, file, &self.data())
    }

    /// Returns the names in the data folder that begin with `restore-` or `before-restore-`.
    pub(crate) fn left_by_restores(&self) -> Vec<String> {
        let names = std::fs::read_dir(self.data()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains("restore-")).collect()
    }
}

pub(crate) fn run(command: &str, file: &Path, data_dir: &Path) -> Result<String, String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_favorites-local"));
    // Another working directory than the one of the service, which must not matter.
    program.current_dir(file.parent().unwrap());
    program.arg(command).arg(file.file_name().unwrap()).arg("--data-dir").arg(data_dir);
    let output = program.env("RUST_BACKTRACE", "0").output().unwrap();
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).unwrap())
    } else {
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
        Err(String::from_utf8(output.stderr).unwrap())
    }
}

/// The user of a running program.
pub(crate) struct User {
    pub(crate) program: Program,
    pub(crate) http: reqwest::Client,
}

impl User {
    pub(crate) fn of(program: Program) -> Self {
        Self { program, http: reqwest::Client::new() }
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let (status, answer) = self.try_send(method, path, body).await;
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    /// Sends a request that the service may refuse.
    pub(crate) async fn try_send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let url = format!("{}{path}", self.program.word_after("API"));
        let token = self.program.word_after("export TOKEN=");
        let request = self.http.request(method, url).bearer_auth(token);
        let request = if let Some(body) = body { request.json(&body) } else { request };
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {status} {text}")))
    }

    /// Creates a note and returns its id.
    pub(crate) async fn create(&self, title: &str) -> String {
        let note = json!({"dataType": "note", "title": title, "content": {"text": "kept words"}});
        let created = self.send(Method::POST, "/favorites", Some(note)).await;
        created["dataId"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn delete(&self, id: &str) {
        self.send(Method::DELETE, &format!("/favorites/{id}"), None).await;
    }

    /// Returns all titles under `path`, in order.
    pub(crate) async fn titles(&self, path: &str) -> Vec<String> {
        let (mut titles, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = self.send(Method::GET, &format!("{path}{cursor}"), None).await;
            let items = page["items"].as_array().unwrap();
            titles.extend(items.iter().map(|item| item["title"].as_str().unwrap().to_owned()));
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        titles.sort();
        titles
    }

    /// Waits until lists of all kinds, search and counts show exactly the favorites with these titles, and the trash `trash`.
    pub(crate) async fn expect(&self, titles: &[&str], trash: u64) {
        let mut expected: Vec<_> = titles.iter().map(|&title| title.to_owned()).collect();
        expected.sort();
        assert_eq!(self.titles("/favorites?limit=100").await, expected, "the table");
        assert_eq!(self.titles("/favorites?type=note&limit=100").await, expected, "an index");
        let start = Instant::now();
        loop {
            let found = self.titles("/search?q=kept&limit=100").await;
            let counts = self.send(Method::GET, "/counts", None).await;
            let counted = [&counts["total"], &counts["byType"]["note"], &counts["trash"]].map(Value::as_u64);
            let total = Some(expected.len() as u64);
            if found == expected && counted == [total, total, Some(trash)] {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{expected:?}: {found:?}, {counts}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
