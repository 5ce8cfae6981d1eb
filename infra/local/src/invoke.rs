//! The interface by which the local service invokes Lambda functions: it passes an event and receives a response.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use favorites_api::Deadline;
use futures::future::BoxFuture;
use serde_json::Value;

/// The error of a failed function, with the two fields of Lambda's error document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error_type}: {message}")]
pub struct FunctionError {
    /// The kind of error (`errorType` in Lambda's document).
    pub error_type: String,
    /// The message (`errorMessage` in Lambda's document). It appears in the log, and never in an answer.
    pub message: String,
}

impl FunctionError {
    /// Creates an error of the kind `error_type`.
    pub fn new(error_type: impl Into<String>, message: impl Into<String>) -> Self {
        Self { error_type: error_type.into(), message: message.into() }
    }
}

/// A Lambda function: it takes an event in JSON and returns a response in JSON.
///
/// Every `Fn(Value) -> impl Future` implements this trait, so a closure around a handler is enough. If the handler needs its
/// deadline, use [`Timed`].
///
/// ```
/// use favorites_local::{FunctionError, Functions};
/// use serde_json::{Value, json};
///
/// let functions = Functions::new()
///     .with("say-hello", |event: Value| async move { Ok::<_, FunctionError>(json!({"hello": event["name"]})) });
/// assert!(functions.contains("say-hello"));
/// ```
pub trait Invoke: Send + Sync + 'static {
    /// Invokes the function once. Stops it at `deadline`, even if it has not answered. A panic counts as an error of the
    /// function.
    fn invoke(&self, event: Value, deadline: Deadline) -> BoxFuture<'static, Result<Value, FunctionError>>;
}

impl<F, Fut> Invoke for F
where
    F: Fn(Value) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Value, FunctionError>> + Send + 'static,
{
    fn invoke(&self, event: Value, _: Deadline) -> BoxFuture<'static, Result<Value, FunctionError>> {
        Box::pin(self(event))
    }
}

/// A function that receives its deadline, as from Lambda's context: `Fn(Value, Deadline) -> impl Future`.
///
/// ```
/// use favorites_api::Deadline;
/// use favorites_local::{FunctionError, Functions, Timed};
/// use serde_json::{Value, json};
///
/// let functions = Functions::new().with(
///     "say-when",
///     Timed(|_event: Value, deadline: Deadline| async move {
///         Ok::<_, FunctionError>(json!(deadline.time_left().as_secs()))
///     }),
/// );
/// assert!(functions.contains("say-when"));
/// ```
#[derive(Debug, Clone)]
pub struct Timed<F>(
    /// The function.
    pub F,
);

impl<F, Fut> Invoke for Timed<F>
where
    F: Fn(Value, Deadline) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Value, FunctionError>> + Send + 'static,
{
    fn invoke(&self, event: Value, deadline: Deadline) -> BoxFuture<'static, Result<Value, FunctionError>> {
        Box::pin(self.0(event, deadline))
    }
}

/// The functions that the service can invoke. The name of a function is its `Handler` in the template, such as `create-favorite`.
#[derive(Clone, Default)]
pub struct Functions(BTreeMap<String, Arc<dyn Invoke>>);

impl Functions {
    /// Creates an empty set of functions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `function` under `name`, and replaces an earlier function of that name.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, function: impl Invoke) -> Self {
        self.0.insert(name.into(), Arc::new(function));
        self
    }

    /// Replaces each function by what `wrap` makes of it.
    pub(crate) fn map(self, wrap: impl Fn(Arc<dyn Invoke>) -> Arc<dyn Invoke>) -> Self {
        Self(self.0.into_iter().map(|(name, function)| (name, wrap(function))).collect())
    }

    /// Returns true if there is a function `name`.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the function `name`, for calling it directly.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<dyn Invoke>> {
        self.0.get(name).cloned()
    }
}

impl std::fmt::Debug for Functions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Invokes `function` in a separate task, so that it continues if the client disconnects, as a Lambda function does. Stops it
/// after `timeout`. A timeout and a panic both count as errors of the function.
pub(crate) async fn call(
    function: &dyn Invoke,
    event: Value,
    timeout: Duration,
) -> Result<Value, FunctionError> {
    let invocation = function.invoke(event, Deadline::after(timeout));
    let task = tokio::spawn(async move {
        tokio::time::timeout(timeout, invocation).await.unwrap_or_else(|_| {
            Err(FunctionError::new(
                "Sandbox.Timedout",
                format!("timed out after {} s", timeout.as_secs_f32()),
            ))
        })
    });
    task.await.unwrap_or_else(|error| Err(FunctionError::new("Runtime.ExitError", error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error_of_the_function() {
        async fn handler(_: Value) -> Result<Value, FunctionError> {
            panic!("out of luck")
        }
        let error = call(&handler, Value::Null, Duration::from_secs(5)).await.unwrap_err();
        assert_eq!(error.error_type, "Runtime.ExitError");
    }

    #[tokio::test(start_paused = true)]
    async fn a_timed_function_knows_its_timeout() {
        let when = Timed(|event: Value, deadline: Deadline| async move {
            assert_eq!(event, "when?");
            Ok(Value::from(deadline.time_left().as_secs()))
        });
        let answer = call(&when, Value::from("when?"), Duration::from_secs(42)).await;
        assert_eq!(answer, Ok(Value::from(42)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_function_is_stopped_after_its_timeout() {
        let forever = |_: Value| std::future::pending::<Result<Value, FunctionError>>();
        let error = call(&forever, Value::Null, Duration::from_secs(3)).await.unwrap_err();
        assert_eq!(error, FunctionError::new("Sandbox.Timedout", "timed out after 3 s"));
    }
}
