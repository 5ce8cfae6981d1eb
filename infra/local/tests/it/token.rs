//! The tokens of the program: the one that it prints, and the commands that create, list and revoke more.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use favorites_local::{NewToken, Tokens};

use crate::support::program::{Program, program};

/// The outcome of a `token` command.
struct Outcome {
    success: bool,
    stdout: String,
    stderr: String,
}

impl Outcome {
    fn done(self) -> String {
        assert!(self.success, "{}", self.stderr);
        self.stdout
    }

    fn failed(self) -> String {
        assert!(!self.success, "{}", self.stdout);
        assert_eq!(self.stdout, "");
        self.stderr
    }
}

fn token_command(data_dir: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_favorites-local"));
    let output = command.arg("token").args(arguments).arg("--data-dir").arg(data_dir).output().unwrap();
    Outcome {
        success: output.status.success(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Returns the line of `token list` with `text`.
fn listed(data_dir: &Path, text: &str) -> String {
    let list = token_command(data_dir, &["list"]).done();
    list.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {list}")).to_owned()
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap()
}

/// Returns the status of a request with `token`.
async fn status(program: &Program, token: &str) -> u16 {
    let url = format!("{}/counts", program.word_after("API"));
    reqwest::Client::new().get(url).bearer_auth(token).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn the_printed_token_stays_the_same_over_restarts_and_says_how_long_it_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let token = program.word_after("export TOKEN=");
    let line = listed(folder.path(), "(printed at start)");
    let until = program.word_after("It is valid until ");
    assert!(line.contains(&format!("  valid until {}  me  ", &until[..10])), "{line}");
    program.terminate();
    drop(program);

    let program = Program::start(folder.path());
    assert_eq!(program.word_after("export TOKEN="), token);
    assert_eq!(status(&program, &token).await, 200);
}

#[tokio::test]
async fn a_token_is_created_listed_and_revoked_while_the_service_runs_and_stays_revoked() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let arguments = ["create", "--user", "ann", "--days", "3", "--name", "phone"];
    let token = token_command(folder.path(), &arguments).done().trim_end().to_owned();
    assert_eq!(status(&program, &token).await, 200);

    let line = listed(folder.path(), "phone");
    assert!(line.contains("  valid until 20") && line.contains("  ann  "), "{line}");
    let id = first_word(&line);
    assert!(token_command(folder.path(), &["revoke", id]).done().contains(id));
    assert_eq!(status(&program, &token).await, 401);
    assert_eq!(status(&program, &program.word_after("export TOKEN=")).await, 200);
    assert!(listed(folder.path(), "phone").contains("  revoked 20"));
    let list = token_command(folder.path(), &["list"]).done();
    assert!(list.lines().count() == 3 && list.lines().all(|line| line.len() <= 80), "{list}");

    program.terminate();
    drop(program);
    assert!(listed(folder.path(), "phone").contains("revoked 20"), "also while no service runs");
    let program = Program::start(folder.path());
    assert_eq!(status(&program, &token).await, 401);
}

#[tokio::test]
async fn a_token_of_a_stopped_service_works_after_its_start() {
    let folder = tempfile::tempdir().unwrap();
    drop(Program::start(folder.path()));
    let token = token_command(folder.path(), &["create"]).done().trim_end().to_owned();
    let program = Program::start(folder.path());
    assert_eq!(status(&program, &token).await, 200);
}

#[tokio::test]
async fn a_start_replaces_a_printed_token_that_was_revoked() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let token = program.word_after("export TOKEN=");
    let line = listed(folder.path(), "(printed at start)");
    token_command(folder.path(), &["revoke", first_word(&line)]).done();
    drop(program);
    let program = Program::start(folder.path());
    assert_eq!(status(&program, &token).await, 401);
    assert_eq!(status(&program, &program.word_after("export TOKEN=")).await, 200);
}

#[tokio::test]
async fn a_running_service_refuses_a_token_from_its_expiry_on() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let new = NewToken { user: "ann".to_owned(), name: None, lifetime: time::Duration::seconds(3) };
    let token = Tokens::of_folder(folder.path()).unwrap().create(new).unwrap().token;
    assert_eq!(status(&program, &token).await, 200);
    let start = Instant::now();
    while status(&program, &token).await != 401 {
        assert!(start.elapsed() < Duration::from_secs(10), "it is still accepted");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(listed(folder.path(), "  ann  ").contains("  expired 20"));
}

#[test]
fn wrong_arguments_are_refused_with_the_option_the_limit_and_the_value() {
    let folder = tempfile::tempdir().unwrap();
    drop(Program::start(folder.path()));
    let long = "x".repeat(65);
    for (arguments, expected) in [
        (&["create", "--days", "0"][..], &["'0' for '--days <DAYS>'", "1..=365"][..]),
        (&["create", "--days", "366"], &["'366' for '--days <DAYS>'", "1..=365"]),
        (&["create", "--name", &long], &["--name <NAME>", "1 to 64 characters; 65 were given"]),
        (&["create", "--user", ""], &["--user <NAME>"]),
        (&["revoke"], &["<ID>"]),
        (&["revoke", "no", "nope"], &["no token has the id \"no\"; `token list` shows the ids", "\"nope\""]),
    ] {
        let said = token_command(folder.path(), arguments).failed();
        assert!(expected.iter().all(|expected| said.contains(expected)), "{arguments:?}: {said}");
    }
    let list = token_command(folder.path(), &["list"]).done();
    assert_eq!(list.lines().count(), 2, "nothing was created: {list}");
}

#[test]
fn a_folder_without_a_service_is_named_and_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    for arguments in [&["create"][..], &["list"], &["revoke", "id"]] {
        let said = token_command(&missing, arguments).failed();
        assert!(
            said.contains("missing/signing-key does not exist; start the service with this folder first"),
            "{said}"
        );
    }
    assert!(!missing.exists());
}

#[test]
fn a_service_does_not_start_with_a_damaged_list_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    drop(Program::start(folder.path()));
    std::fs::write(folder.path().join("tokens.json"), "{").unwrap();
    let output = program().arg("--data-dir").arg(folder.path()).output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("tokens.json is damaged") && said.contains("delete the file"), "{said}");
    std::fs::remove_file(folder.path().join("tokens.json")).unwrap();
    drop(Program::start(folder.path()));
}
