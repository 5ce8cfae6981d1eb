//! The program under test.

use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

/// Runs the program with a home folder of its own and without a keyring.
pub(crate) struct Program {
    home: TempDir,
    variables: Vec<(&'static str, String)>,
}

impl Program {
    /// Returns a program that knows no service.
    pub(crate) fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap(), variables: Vec::new() }
    }

    /// Sets an environment variable.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.variables.push((name, value.to_owned()));
        self
    }

    /// Returns the home folder.
    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Returns the command, in an environment that has what the program reads and nothing else.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_favorites"));
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.home.path())
            // No session bus means no keyring.
            .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}/no-bus", self.home.path().display()))
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    pub(crate) async fn run(&self, arguments: &[&str]) -> Ended {
        Ended::of(arguments, self.command(arguments).output().await.unwrap())
    }

    /// Runs the program with `input` as its standard input.
    pub(crate) async fn run_with(&self, arguments: &[&str], input: &str) -> Ended {
        let mut process = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = process.stdin.take().unwrap();
        // A program that ends before it has read everything closes the pipe.
        let _ = stdin.write_all(input.as_bytes()).await;
        drop(stdin);
        Ended::of(arguments, process.wait_with_output().await.unwrap())
    }
}

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    arguments: String,
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    pub(crate) fn of(arguments: &[&str], output: Output) -> Self {
        Self {
            arguments: arguments.join(" "),
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Asserts that the command succeeded without messages, and returns its output.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!((self.code, &*self.err), (Some(0), ""), "{}: {self:?}", self.arguments);
        self.out
    }

    /// Asserts that the command succeeded with a message, and returns the message.
    #[track_caller]
    pub(crate) fn message(self) -> String {
        assert_eq!(self.code, Some(0), "{}: {self:?}", self.arguments);
        assert_ne!(self.err, "", "{}: {self:?}", self.arguments);
        self.err
    }

    /// Asserts that the command succeeded, and returns its output as JSON documents, one a line.
    #[track_caller]
    pub(crate) fn json_lines(self) -> Vec<Value> {
        assert_eq!(self.code, Some(0), "{}: {self:?}", self.arguments);
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts that the command succeeded without messages, and returns its output as one JSON document.
    #[track_caller]
    pub(crate) fn json(self) -> Value {
        serde_json::from_str(&self.done()).unwrap()
    }

    /// Asserts that the command failed with `code` and without output, and returns its message.
    #[track_caller]
    pub(crate) fn failed(self, code: i32) -> String {
        assert_eq!((self.code, &*self.out), (Some(code), ""), "{}: {self:?}", self.arguments);
        self.err
    }
}
