//! Measures a handler and its calls in turn.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder;
use favorites_api::favorites::Timestamp;
use favorites_api::{Deadline, Environment, Favorites};
use favorites_local::{Invoke, functions_on};
use favorites_tests::figures::median;
use favorites_tests::invocation::Accounts;
use favorites_tests::tls::TlsProxy;
use nix::time::{ClockId, clock_gettime};
use serde_json::Value;
use tokio::runtime::{self, Runtime};

use crate::calls::Call;
use crate::recording::Recorder;
use crate::tape::Tape;

/// The number of calls in a measurement. Together they take far longer than the clock's resolution, and far less than a
/// scheduler's period.
const BATCH: usize = 20;

/// The time limit of a call.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) const HEADING: &str = "function                 SDK calls   bare µs   handler µs   ratio";

/// The figures of a function.
#[derive(Debug)]
pub(crate) struct Measured {
    name: String,
    calls: usize,
    bare: Duration,
    handler: Duration,
}

impl Measured {
    /// Returns the CPU time that the handler adds, as a share of its calls.
    pub(crate) fn added(&self) -> f64 {
        self.ratio() - 1.0
    }

    fn ratio(&self) -> f64 {
        self.handler.as_secs_f64() / self.bare.as_secs_f64()
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = |duration: Duration| duration.as_secs_f64() * 1e6;
        let (bare, handler, ratio) = (micros(self.bare), micros(self.handler), self.ratio());
        write!(f, "{:<24} {:>9}   {bare:>7.1}   {handler:>10.1}   {ratio:>5.2}", self.name, self.calls)
    }
}

/// The engine and the tape, which run in their own threads, and this thread's runtime for the client.
pub(crate) struct Bench {
    servers: Runtime,
    client_side: Runtime,
    accounts: Accounts,
    tape: Tape,
    /// The TLS proxy in front of the tape, unless the benchmark runs without TLS.
    proxy: Option<TlsProxy>,
    favorites: usize,
}

impl Bench {
    pub(crate) fn start(favorites: u32, is_plain: bool) -> anyhow::Result<Self> {
        favorites_api::log_to_stdout()?;
        let servers = Runtime::new()?;
        let accounts = servers.block_on(Accounts::start());
        let tape = servers.block_on(Tape::start(accounts.service().running().dynamodb_endpoint()))?;
        let proxy = (!is_plain).then(|| servers.block_on(TlsProxy::start(tape.address())));
        let client_side = runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { servers, client_side, accounts, tape, proxy, favorites: favorites.try_into()? })
    }

    /// Records a call of the function, and compares its CPU time with that of its SDK calls.
    pub(crate) fn measure(&self, name: &str, rounds: u32) -> anyhow::Result<Measured> {
        let event =
            self.servers.block_on(async { self.accounts.open(name, self.favorites).await.event(name).await });
        let recorder = Recorder::default();
        let recording = self.client(|config| config.interceptor(recorder.clone()))?;
        self.tape.record();
        let function = self.function(name, recording)?;
        let answer = self.client_side.block_on(function.invoke(event.clone(), Deadline::after(PATIENCE)))?;
        assert_success(name, &answer)?;
        let calls = recorder.take();
        let exchanges = self.tape.play();
        ensure!(calls.len() == exchanges, "{name}: {} calls and {exchanges} requests", calls.len());

        // Use a new client for both, without the interceptor.
        let client = self.client(|config| config)?;
        let function = self.function(name, client.clone())?;
        for call in &calls {
            ensure!(call.is_whole(&client), "{name}: a bare call would leave out a field of {call:?}");
        }
        let turn = || self.turn(name, &function, &event, &client, &calls);
        turn()?;
        let turns = (0..rounds).map(|_| turn()).collect::<anyhow::Result<Vec<_>>>()?;
        let (handler, bare) = turns.into_iter().unzip();
        Ok(Measured {
            name: name.to_owned(),
            calls: calls.len(),
            bare: median(bare),
            handler: median(handler),
        })
    }

    /// Returns the CPU time of a call of the handler and of its bare calls, each as the average of a batch.
    fn turn(
        &self,
        name: &str,
        function: &Arc<dyn Invoke>,
        event: &Value,
        client: &Client,
        calls: &[Call],
    ) -> anyhow::Result<(Duration, Duration)> {
        let events = vec![event.clone(); BATCH];
        let handler = self.timed(async {
            let mut answers = Vec::with_capacity(BATCH);
            for event in events {
                answers.push(function.invoke(event, Deadline::after(PATIENCE)).await?);
            }
            Ok(answers)
        });
        let (answers, handler) = handler?;
        for answer in answers {
            assert_success(name, &answer)?;
        }
        let batch = vec![calls.to_vec(); BATCH];
        let ((), bare) = self.timed(async {
            for call in batch.into_iter().flatten() {
                call.send(client).await?;
            }
            Ok(())
        })?;
        Ok((handler, bare))
    }

    /// Runs `work` in this thread, and returns this thread's CPU time divided by the size of a batch.
    fn timed<T>(&self, work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<(T, Duration)> {
        let before = thread_time()?;
        let done = self.client_side.block_on(work)?;
        let spent = thread_time()?.saturating_sub(before);
        Ok((done, spent / u32::try_from(BATCH)?))
    }

    /// Returns the functions' client, connected to the tape.
    fn client(&self, configure: impl FnOnce(Builder) -> Builder) -> anyhow::Result<Client> {
        let local = self.accounts.service().running().environment();
        let client = favorites_api::client(&Environment {
            table_name: local.table_name.clone(),
            region: local.region.clone(),
            access_key_id: local.credentials.access_key_id().to_owned(),
            secret_access_key: local.credentials.secret_access_key().to_owned(),
            session_token: None,
            endpoint_url: Some(
                self.proxy.as_ref().map_or_else(|| format!("http://{}", self.tape.address()), TlsProxy::url),
            ),
            files_bucket: None,
            files_endpoint_url: None,
            ca_bundle: self.proxy.as_ref().map(TlsProxy::ca_bundle),
        })?;
        Ok(Client::from_conf(configure(client.config().to_builder()).build()))
    }

    fn function(&self, name: &str, client: Client) -> anyhow::Result<Arc<dyn Invoke>> {
        // With a fixed time, reads that depend on the time send the same request each time.
        let now = Timestamp::now();
        let favorites = Favorites::new(client, self.accounts.service().table_name()).with_clock(move || now);
        let environment = self.accounts.service().running().environment();
        functions_on(environment, |_| favorites.clone())
            .get(name)
            .with_context(|| format!("no function {name}"))
    }
}

/// Returns the CPU time of this thread.
fn thread_time() -> anyhow::Result<Duration> {
    Ok(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)?.into())
}

/// Fails if the answer is an error, because a failed call would look fast.
fn assert_success(name: &str, answer: &Value) -> anyhow::Result<()> {
    let status = answer["statusCode"].as_u64().unwrap_or_default();
    ensure!((200..300).contains(&status), "{name} answered {answer}");
    Ok(())
}
