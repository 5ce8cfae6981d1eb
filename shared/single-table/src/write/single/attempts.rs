//! The tries of one request, which the SDK repeats by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use aws_sdk_dynamodb::Config;
use aws_sdk_dynamodb::client::customize::CustomizableOperation;
use aws_sdk_dynamodb::config::interceptors::FinalizerInterceptorContextRef;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

/// Counts the tries of a request, and notes whether one of them ended without DynamoDB's answer.
#[derive(Debug, Default)]
pub struct Attempts {
    seen: Arc<Seen>,
    /// The retries of the SDK; `None` stands for those of the client.
    retries: Option<RetryConfig>,
}

#[derive(Debug, Default)]
struct Seen {
    tries: AtomicU32,
    lost_an_answer: AtomicBool,
}

impl Attempts {
    /// Watches the tries of a request, of which the SDK makes at most `most`.
    pub(crate) fn at_most(retries: RetryConfig, most: u32) -> Self {
        let most = most.min(retries.max_attempts());
        Self { seen: Arc::default(), retries: Some(retries.with_max_attempts(most)) }
    }

    /// Returns the number of tries after the first one.
    pub(crate) fn repeated(&self) -> u32 {
        self.seen.tries.load(Ordering::Relaxed).saturating_sub(1)
    }

    /// Returns true if a try ended without DynamoDB's answer.
    pub(crate) fn lost_an_answer(&self) -> bool {
        self.seen.lost_an_answer.load(Ordering::Relaxed)
    }

    /// Notes that a try may have been done although DynamoDB answered.
    pub(crate) fn note_lost_answer(&self) {
        self.seen.lost_an_answer.store(true, Ordering::Relaxed);
    }

    /// Makes a request note its tries here.
    pub(crate) fn of<T, E, B>(
        &self,
        request: CustomizableOperation<T, E, B>,
    ) -> CustomizableOperation<T, E, B> {
        let request = request.interceptor(Watch(Arc::clone(&self.seen)));
        match &self.retries {
            Some(retries) => request.config_override(Config::builder().retry_config(retries.clone())),
            None => request,
        }
    }
}

/// Looks at each try.
#[derive(Debug)]
struct Watch(Arc<Seen>);

impl Intercept for Watch {
    fn name(&self) -> &'static str {
        "Watch"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.tries.fetch_add(1, Ordering::Relaxed);
        if context.response().is_none_or(|response| response.status().is_server_error()) {
            self.0.lost_an_answer.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}
