//! The service under test.

use std::ops::Deref;

use aws_sdk_dynamodb::Client;
use favorites_api::Favorites;
use favorites_local::template::{Authorizer, Template};
use favorites_local::{Engine, Environment, Functions, Options, Running, functions, functions_on};

use crate::clock::Clock;
use crate::consistency;
use crate::eventually::eventually;
use crate::log_watch;
use crate::person::Person;

/// A separate service for a test. It runs in memory or, if `AWS_ENDPOINT_URL_DYNAMODB` is set, with a separate table on that
/// engine.
#[derive(Debug)]
pub struct Service {
    running: Allowed,
    is_embedded: bool,
    http: reqwest::Client,
}

impl Service {
    /// Starts the service.
    pub async fn start() -> Self {
        Self::start_with(functions).await
    }

    /// Starts the service with a clock that the test controls. The engine and the tokens still use the machine's clock.
    pub async fn start_at(clock: &Clock) -> Self {
        let clock = clock.clone();
        Self::start_with(move |environment| {
            functions_on(environment, |client| {
                let clock = clock.clone();
                Favorites::new(client, environment.table_name.clone()).with_clock(move || clock.now())
            })
        })
        .await
    }

    /// Starts the service with a gateway that requires no token, like the gateway of `sam local`.
    pub async fn start_without_authorizer() -> Self {
        let mut template = Template::project().expect("the project's template is well-formed");
        for route in &mut template.routes {
            route.authorizer = Authorizer::None;
        }
        Self::run(Options { template: Some(template), ..Options::throw_away() }, functions).await
    }

    /// Starts the service with the given functions, on a table without a stream, because the engine's work for the stream would
    /// distort benchmarks. Counts change only when the caller invokes the change consumer.
    pub async fn start_without_stream(functions: impl FnOnce(&Environment) -> Functions) -> Self {
        let mut template = Template::project().expect("the project's template is well-formed");
        template.table.stream = None;
        template.mappings.clear();
        Self::run(Options { template: Some(template), ..Options::throw_away() }, functions).await
    }

    /// Starts the service with the given functions.
    pub async fn start_with(functions: impl FnOnce(&Environment) -> Functions) -> Self {
        Self::run(Options::throw_away(), functions).await
    }

    /// Starts the service with the given options and functions.
    pub async fn run(options: Options, functions: impl FnOnce(&Environment) -> Functions) -> Self {
        log_watch::begin();
        let is_embedded = !matches!(options.engine, Engine::External { .. });
        let running = favorites_local::Service::start(options, functions).await;
        let running = running.unwrap_or_else(|error| panic!("the service does not start: {error}"));
        // Ignore the developer's proxy settings, because this client only connects to the loopback interface.
        let http = reqwest::Client::builder().no_proxy().build().expect("a client without TLS needs nothing");
        Self { running: Allowed(Some(running)), is_embedded, http }
    }

    /// Returns a user with a token that has this `sub`.
    #[must_use]
    pub fn person(&self, sub: &str) -> Person {
        log_watch::sent(sub);
        let token = self.running.tokens().issue(sub).expect("the list of tokens is in memory");
        Person { token: Some(token), ..self.stranger() }
    }

    /// Returns a user without a token.
    #[must_use]
    pub fn stranger(&self) -> Person {
        Person { http: self.http.clone(), url: self.running.url(), token: None }
    }

    /// Returns the running service.
    #[must_use]
    pub fn running(&self) -> &Running {
        &self.running
    }

    /// Returns true if the engine is the one in this process: tests then know its behavior beyond DynamoDB's interface.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        self.is_embedded
    }

    /// Returns a client of the service's DynamoDB.
    #[must_use]
    pub fn dynamodb(&self) -> Client {
        Client::new(&self.running.environment().sdk_config())
    }

    /// Returns the name of the table.
    #[must_use]
    pub fn table_name(&self) -> &str {
        &self.running.environment().table_name
    }

    /// Waits until the table is consistent; see [`consistency::faults`].
    ///
    /// Does not check counts on another engine: `moto` cancels a transaction by restoring a copy of the table and its stream. So
    /// the stream delivers some records again under other sequence numbers, and others never.
    pub async fn settle(&self) {
        let client = self.dynamodb();
        let check = if self.is_embedded() { consistency::faults } else { consistency::faults_beside_counts };
        eventually(async || {
            let faults = check(&consistency::scan(&client, self.table_name()).await);
            if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
        })
        .await;
        assert!(self.running.failed_batches().is_empty(), "{:?}", self.running.failed_batches());
    }

    /// Ends a test: asserts that the table is consistent and that the log contains nothing that a user sent, and stops the
    /// service.
    pub async fn end(self) {
        self.settle().await;
        let leaks = log_watch::leaks();
        assert!(leaks.is_empty(), "logged, though users sent it: {leaks:#?}");
        self.stop().await;
    }

    /// Stops the service without checking the table.
    pub async fn stop(self) {
        self.running.shutdown().await;
    }
}

/// A running service that fails the test if a role refused a request of a function, even if the function handled the refusal.
#[derive(Debug)]
struct Allowed(Option<Running>);

impl Allowed {
    async fn shutdown(mut self) {
        self.check();
        if let Some(running) = self.0.take() {
            running.shutdown().await;
        }
    }

    fn check(&self) {
        let refused = self.0.as_ref().map(Running::refused).unwrap_or_default();
        let refused: Vec<_> = refused.iter().map(ToString::to_string).collect();
        assert!(refused.is_empty(), "{}", refused.join("\n"));
    }
}

impl Deref for Allowed {
    type Target = Running;

    fn deref(&self) -> &Running {
        self.0.as_ref().expect("only `shutdown` takes it away")
    }
}

impl Drop for Allowed {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.check();
        }
    }
}
