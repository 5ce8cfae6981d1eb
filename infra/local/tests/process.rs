//! The program itself: what it prints, how it ends, and what a kill leaves behind.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

/// The running program. A test that fails leaves none behind.
struct Program {
    child: Child,
    greeting: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    fn start(data_dir: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_favorites-local"))
            .args(["--port", "0", "--dynamodb-port", "0", "--data-dir"])
            .arg(data_dir)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        while !greeting.contains("curl ") {
            assert!(lines.read_line(&mut greeting).unwrap() > 0, "it ended after: {greeting}");
        }
        Self { child, greeting }
    }

    /// The word behind `label` in the greeting.
    fn word_after(&self, label: &str) -> String {
        let rest = self.greeting.split(label).nth(1).unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }

    fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    fn dynamodb(&self) -> Client {
        let http = aws_smithy_http_client::Builder::new()
            .tls_provider(Provider::Rustls(CryptoMode::Ring))
            .build_https();
        let config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(SharedCredentialsProvider::new(Credentials::new(
                "a", "b", None, None, "test",
            )))
            .endpoint_url(self.word_after("DynamoDB"))
            .http_client(http)
            .build();
        Client::new(&config)
    }
}

#[test]
fn a_signal_ends_it_within_a_second_while_a_client_hangs_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let address = program.word_after("API").replace("http://", "");
    let mut client = TcpStream::connect(&address).unwrap();
    write!(client, "GET /favorites HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let mut answer = [0; 12];
    client.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 401");

    let start = Instant::now();
    program.terminate();
    let status = loop {
        if let Some(status) = program.child.try_wait().unwrap() {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(1), "it still runs after a second");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let client = program.dynamodb();
    let (acknowledge, mut acknowledged) = tokio::sync::mpsc::unbounded_channel();
    let writer = tokio::spawn(async move {
        for number in 0.. {
            let put = client
                .put_item()
                .table_name("FavoritesTable")
                .item("pk", key(number))
                .item("sk", key(number));
            if put.send().await.is_err() {
                return;
            }
            acknowledge.send(number).unwrap();
        }
    });
    for _ in 0..20 {
        acknowledged.recv().await.unwrap();
    }
    program.child.kill().unwrap();
    writer.await.unwrap();
    let mut last = 0;
    while let Some(number) = acknowledged.recv().await {
        last = number;
    }

    let program = Program::start(folder.path());
    let client = program.dynamodb();
    for number in 0..=last {
        let get =
            client.get_item().table_name("FavoritesTable").key("pk", key(number)).key("sk", key(number));
        assert!(get.send().await.unwrap().item.is_some(), "write {number} of {last} is gone");
    }
}

fn key(number: u32) -> AttributeValue {
    AttributeValue::S(format!("Raw#{number}"))
}
