//! The tries of one request, which the SDK repeats by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_sdk_dynamodb::Config;
use aws_sdk_dynamodb::client::customize::CustomizableOperation;
use aws_sdk_dynamodb::config::interceptors::FinalizerInterceptorContextRef;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

/// Notes whether one of the tries of a request ended without DynamoDB's answer, and decides whether the SDK may repeat the
/// request.
#[derive(Debug)]
pub struct Attempts {
    lost_answer: LostAnswer,
    is_repeated: bool,
}

impl Attempts {
    /// Watches the tries of a request, which the SDK repeats only if `is_repeated`.
    pub(crate) fn new(is_repeated: bool) -> Self {
        Self { lost_answer: LostAnswer::default(), is_repeated }
    }

    /// Returns true if a try ended without DynamoDB's answer.
    pub(crate) fn lost_an_answer(&self) -> bool {
        self.lost_answer.0.load(Ordering::Relaxed)
    }

    /// Notes that a try may have been done although DynamoDB answered.
    pub(crate) fn note_lost_answer(&self) {
        self.lost_answer.0.store(true, Ordering::Relaxed);
    }

    /// Makes a request note its tries here.
    pub(crate) fn of<T, E, B>(
        &self,
        request: CustomizableOperation<T, E, B>,
    ) -> CustomizableOperation<T, E, B> {
        let request = request.interceptor(self.lost_answer.clone());
        if self.is_repeated {
            return request;
        }
        request.config_override(Config::builder().retry_config(RetryConfig::disabled()))
    }
}

/// Notes that an answer was lost. Clones share the note.
#[derive(Debug, Clone, Default)]
struct LostAnswer(Arc<AtomicBool>);

impl Intercept for LostAnswer {
    fn name(&self) -> &'static str {
        "LostAnswer"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if context.response().is_none_or(|response| response.status().is_server_error()) {
            self.0.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}
