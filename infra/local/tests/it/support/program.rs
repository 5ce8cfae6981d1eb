//! The program as a process.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use favorites_api::HttpClient;
use tempfile::TempDir;

/// The running program. A test that fails leaves none behind.
pub(crate) struct Program {
    pub(crate) child: Child,
    /// The folder for temporary files. A program that is killed leaves some.
    pub(crate) temporary: TempDir,
    greeting: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program on free ports.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_favorites-local"));
    command.args(["--port", "0", "--dynamodb-port", "0", "--s3-port", "0"]);
    command
}

impl Program {
    pub(crate) fn start(data_dir: &Path) -> Self {
        Self::run(program().arg("--data-dir").arg(data_dir))
    }

    pub(crate) fn run(command: &mut Command) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        command.env("TMPDIR", temporary.path());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut greeting = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        while !greeting.contains("AWS_SECRET_ACCESS_KEY=") {
            assert!(lines.read_line(&mut greeting).unwrap() > 0, "it ended after: {greeting}");
        }
        Self { child, temporary, greeting }
    }

    /// The word behind `label` in the greeting.
    pub(crate) fn word_after(&self, label: &str) -> String {
        let rest = self.greeting.split(label).nth(1).unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }

    pub(crate) fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    pub(crate) fn dynamodb(&self) -> Client {
        let (id, secret) = (self.word_after("AWS_ACCESS_KEY_ID="), self.word_after("AWS_SECRET_ACCESS_KEY="));
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new(id, secret, None, None, "test"))
            .endpoint_url(self.word_after("DynamoDB"))
            .http_client(HttpClient::without_tls())
            .build();
        Client::from_conf(config)
    }
}
