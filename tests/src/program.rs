//! The program of `cargo run`, on a data folder.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Credentials;
use favorites_local::{Connection, Environment, REGION};
use reqwest::Method;
use serde_json::Value;

/// The running program. It is killed when this is dropped, so a failed test leaves no process behind.
#[derive(Debug)]
pub struct Program {
    child: Child,
    greeting: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Program {
    /// Starts the program at this path, and waits for its greeting.
    #[must_use]
    pub fn start(path: &str, data_dir: &Path) -> Self {
        Self::run(Command::new(path), data_dir, Stdio::inherit())
    }

    /// Starts the program on a nearly full disk: no file may have more than this number of blocks, of 512 bytes each on
    /// most systems. A write beyond that fails as on a full disk. The program's log goes to `log`.
    #[must_use]
    pub fn start_with_little_room(path: &str, data_dir: &Path, blocks: u32, log: std::fs::File) -> Self {
        // The shell ignores the signal that would end a process at this limit, and the program inherits that.
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("trap '' XFSZ && ulimit -f {blocks} && exec {path} \"$@\"")).arg("sh");
        Self::run(shell, data_dir, log.into())
    }

    fn run(mut command: Command, data_dir: &Path, log: Stdio) -> Self {
        let mut child = command
            .args(["--port", "0", "--dynamodb-port", "0", "--s3-port", "0", "--data-dir"])
            .arg(data_dir)
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut greeting = String::new();
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped"));
        while !greeting.contains("AWS_SECRET_ACCESS_KEY=") {
            let read = lines.read_line(&mut greeting).expect("its output is text");
            assert!(read > 0, "it ended after: {greeting}");
        }
        Self { child, greeting }
    }

    /// Kills the program as `kill -9` does, and waits for its end.
    pub fn kill(&mut self) {
        // Both calls only fail if the program has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Returns the id of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns a client of the program's API.
    #[must_use]
    pub fn api(&self) -> Api {
        Api::new(self.word_after("API"), self.word_after("TOKEN="))
    }

    /// Returns the address of the program's DynamoDB.
    #[must_use]
    pub fn dynamodb_endpoint(&self) -> String {
        self.word_after("DynamoDB")
    }

    /// Returns a client of the program's DynamoDB, and the name of the table.
    #[must_use]
    pub fn dynamodb(&self) -> (Client, String) {
        let table_name = self.word_after("(table").trim_end_matches(',').to_owned();
        let environment = Environment {
            dynamodb: Connection::over_http(self.dynamodb_endpoint()),
            table_name: table_name.clone(),
            files_endpoint: self.word_after("S3"),
            files_bucket: self.word_after("(bucket").trim_end_matches(')').to_owned(),
            region: REGION.to_owned(),
            credentials: Credentials::new(
                self.word_after("AWS_ACCESS_KEY_ID="),
                self.word_after("AWS_SECRET_ACCESS_KEY="),
                None,
                None,
                "test",
            ),
        };
        (Client::new(&environment.sdk_config()), table_name)
    }

    fn word_after(&self, label: &str) -> String {
        let word = self.greeting.split(label).nth(1).and_then(|rest| rest.split_whitespace().next());
        word.unwrap_or_else(|| panic!("no {label} in {}", self.greeting)).to_owned()
    }
}

/// A client of a program that may end at any time.
#[derive(Debug, Clone)]
pub struct Api {
    client: reqwest::Client,
    url: String,
    token: String,
}

impl Api {
    /// Creates a client of the API at `url`.
    ///
    /// # Panics
    /// Panics if the HTTP client can't be made, which needs nothing.
    #[must_use]
    pub fn new(url: String, token: String) -> Self {
        let client = reqwest::Client::builder().no_proxy().build();
        Self { client: client.expect("a client without TLS needs nothing"), url, token }
    }

    /// Sends a request, which works on its job for as long as the service allows.
    ///
    /// # Errors
    /// Returns the client's error if no complete answer arrives. The outcome of the request is unknown then.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> reqwest::Result<(u16, Value)> {
        let url = format!("{}{path}", self.url);
        let request = self.client.request(method, url).bearer_auth(&self.token);
        let mut request = request.header("prefer", "wait=20");
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        let text = answer.text().await?;
        Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
    }
}
