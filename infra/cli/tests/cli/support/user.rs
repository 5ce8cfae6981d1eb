//! A user of a service in memory.

use std::time::Duration;

use favorites_local::{Options, Running, Service, functions};
use serde_json::Value;

use super::program::{Ended, Program};

/// The time within which counts and search must follow a change.
const FOLLOWING: Duration = Duration::from_secs(20);

/// A user who is signed in to a service of the test's own.
pub(crate) struct User {
    service: Running,
    program: Program,
}

impl User {
    pub(crate) async fn new() -> Self {
        let service = Service::start(Options::memory(), functions).await.unwrap();
        let program = Program::new()
            .with("FAVORITES_API", &service.url())
            .with("FAVORITES_TOKEN", &service.tokens().issue("ann").unwrap());
        Self { service, program }
    }

    pub(crate) fn service(&self) -> &Running {
        &self.service
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    pub(crate) async fn run(&self, arguments: &[&str]) -> Ended {
        self.program.run(arguments).await
    }

    /// Runs a command with `--json`, and returns its one document.
    pub(crate) async fn json(&self, arguments: &[&str]) -> Value {
        self.run(&[arguments, &["--json"]].concat()).await.json()
    }

    /// Saves a note, and returns its id.
    pub(crate) async fn note(&self, title: &str) -> String {
        let note = self.json(&["add", "--title", title, "--text", "x"]).await;
        note["dataId"].as_str().unwrap().to_owned()
    }

    /// Runs a command until its output is `expected`, because counts and search follow changes a moment later.
    pub(crate) async fn eventually(&self, arguments: &[&str], expected: impl Fn(&Ended) -> bool) -> Ended {
        let end = tokio::time::Instant::now() + FOLLOWING;
        loop {
            let ended = self.run(arguments).await;
            if expected(&ended) {
                return ended;
            }
            assert!(tokio::time::Instant::now() < end, "{ended:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn end(self) {
        self.service.shutdown().await;
    }
}
