//! The time for which a client waits for DynamoDB.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use aws_smithy_runtime_api::client::http::{HttpConnector as _, HttpConnectorFuture, SharedHttpClient};
use favorites_tests::before;

/// A stopwatch at the SDK's HTTP client. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stopwatch(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    requests: usize,
    waiting: Duration,
    under_way: usize,
    /// The time since which at least one request has been in progress.
    since: Option<Instant>,
}

/// The figures of a stopwatch.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Requests {
    /// The number of requests, including the SDK's retries.
    pub(crate) count: usize,
    /// The time with at least one request in progress.
    pub(crate) waiting: Duration,
}

impl Stopwatch {
    /// Returns the HTTP client `engine` behind this stopwatch.
    pub(crate) fn before(&self, engine: SharedHttpClient) -> SharedHttpClient {
        let stopwatch = self.clone();
        before(engine, move |engine, request| {
            let (answer, stopwatch) = (engine.call(request), stopwatch.clone());
            HttpConnectorFuture::new(async move {
                stopwatch.start();
                let answer = answer.await;
                stopwatch.stop();
                answer
            })
        })
    }

    /// Returns the figures since the last call. No request may be in progress.
    pub(crate) fn take(&self) -> Requests {
        let state = std::mem::take(&mut *self.state());
        assert_eq!(state.under_way, 0, "a request is still under way");
        Requests { count: state.requests, waiting: state.waiting }
    }

    fn start(&self) {
        let mut state = self.state();
        state.requests += 1;
        state.under_way += 1;
        state.since.get_or_insert_with(Instant::now);
    }

    fn stop(&self) {
        let mut state = self.state();
        state.under_way -= 1;
        if state.under_way == 0
            && let Some(since) = state.since.take()
        {
            state.waiting += since.elapsed();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
