//! The program itself: what it prints, how it ends, and what a kill leaves behind.

use std::io::{Read as _, Seek as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::AttributeValue;
use rusty_s3::{Bucket, S3Action as _, UrlStyle};

use crate::support::program::{Program, program};

#[test]
fn an_endpoint_beyond_the_loopback_interface_is_warned_of() {
    for (host, warned) in [("0.0.0.0", true), ("127.0.0.1", false), ("::ffff:127.0.0.1", false)] {
        let mut stderr = tempfile::tempfile().unwrap();
        let mut command = program();
        command.args(["--memory", "--dynamodb-host", host]).env("RUST_LOG", "off");
        let program = Program::run(command.stderr(stderr.try_clone().unwrap()));
        let mut said = String::new();
        stderr.rewind().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        assert_eq!(said.contains("knows the access key"), warned, "{host}: {said}");
        assert_eq!(said.contains("warning: --dynamodb-host 0.0.0.0: "), warned, "{host}: {said}");
        drop(program);
    }
}

/// Linux has all of 127.0.0.0/8 on its loopback interface, so a listener on 127.0.0.1 alone does not answer there.
#[test]
#[cfg(target_os = "linux")]
fn only_the_dynamodb_endpoint_listens_where_it_is_told_to() {
    let program = Program::run(program().args(["--memory", "--dynamodb-host", "0.0.0.0"]));
    let reached = |label: &str| {
        let port = program.word_after(label).rsplit(':').next().unwrap().to_owned();
        TcpStream::connect(format!("127.0.0.2:{port}")).is_ok()
    };
    assert!(reached("DynamoDB"));
    assert!(!reached("API"));
}

#[test]
fn a_listen_address_that_is_not_one_is_refused_with_its_option_and_value() {
    for host in ["docker0", "localhost", "172.17.0.1:8000", "300.0.0.1", ""] {
        let output = program().args(["--memory", "--dynamodb-host", host]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{host}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!("invalid value '{host}' for '--dynamodb-host <ADDRESS>'")), "{said}");
        assert!(said.contains("it must be an IP address of this machine"), "{said}");
    }
}

#[test]
fn a_filter_of_log_lines_that_is_not_one_is_refused_with_its_value() {
    let output = program().arg("--memory").env("RUST_LOG", "favorites=loud").output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("RUST_LOG must be like info,hyper=off; \"favorites=loud\" was given"), "{said}");
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
async fn objects_of_a_service_in_memory_are_in_a_private_folder_that_goes_at_its_end() {
    let mut program = Program::run(program().arg("--memory"));
    let temporary = program.temporary.path().to_owned();
    let endpoint = program.word_after("S3").parse().unwrap();
    let name = program.word_after("(bucket").trim_end_matches(')').to_owned();
    let bucket = Bucket::new(endpoint, UrlStyle::Path, name, "us-east-1").unwrap();
    let secret = program.word_after("AWS_SECRET_ACCESS_KEY=");
    let key = rusty_s3::Credentials::new(program.word_after("AWS_ACCESS_KEY_ID="), secret);
    let url = bucket.put_object(Some(&key), "imports/1").sign(Duration::from_mins(1));
    let answer = reqwest::Client::new().put(url).body("content").send().await.unwrap();
    assert!(answer.status().is_success(), "{answer:?}");

    let entries = || std::fs::read_dir(&temporary).unwrap().map(|entry| entry.unwrap().path());
    let folders: Vec<_> = entries().collect();
    let [folder] = &folders[..] else { panic!("one folder: {folders:?}") };
    let mode = std::fs::metadata(folder).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700);
    assert_eq!(std::fs::read_to_string(folder.join("files-bucket/imports/1")).unwrap(), "content");
    program.terminate();
    assert!(program.child.wait().unwrap().success());
    assert_eq!(entries().count(), 0);
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

/// Reconciles users of the service whose DynamoDB answers at `endpoint`.
fn reconcile(data_dir: &Path, endpoint: &str, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_favorites-local"));
    command.args(["reconcile", "--endpoint", endpoint]).args(arguments).arg("--data-dir").arg(data_dir);
    command.output().unwrap()
}

#[test]
fn users_of_a_running_service_are_reconciled_one_or_all() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::run(program().arg("--data-dir").arg(folder.path()).arg("--seed"));
    let endpoint = program.word_after("DynamoDB ");
    for arguments in [&["--user", "me"][..], &["--all"], &["--all", "--at-once"]] {
        let output = reconcile(folder.path(), &endpoint, arguments);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(said.starts_with("1 users, 9 favorites read, "), "{arguments:?}: {said}");
    }
}

#[test]
fn a_reconciliation_that_names_nobody_or_finds_no_service_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = reconcile(folder.path(), "http://127.0.0.1:9", &[]);
    assert!(!nobody.status.success());
    let said = String::from_utf8_lossy(&nobody.stderr).into_owned();
    assert!(said.contains("--user") && said.contains("--all"), "{said}");
    let without_key = reconcile(folder.path(), "http://127.0.0.1:9", &["--user", "me"]);
    let said = String::from_utf8_lossy(&without_key.stderr).into_owned();
    assert!(said.contains("start the service with this folder first"), "{said}");
    drop(Program::start(folder.path()));
    let nowhere = reconcile(folder.path(), "http://127.0.0.1:9", &["--user", "me"]);
    assert!(!nowhere.status.success());
    let said = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert!(said.contains("http://127.0.0.1:9") && said.contains("is the service running there?"), "{said}");
}
