//! Functions that neither a route nor a stream calls.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use favorites::{Error, Favorites};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use lambda_runtime::{Diagnostic, LambdaEvent, service_fn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::connect::connect;
use crate::deadline::Deadline;
use crate::serve::{ServeError, start};

/// Why a task failed.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The table had not answered when the function had to.
    #[error("the table did not answer before the deadline; the next run continues where this one was")]
    NoAnswer,
    /// The event asks for nothing that can be done.
    #[error("the event can't be read: {0}")]
    Event(#[source] serde_json::Error),
    /// The task could not be done.
    #[error(transparent)]
    Failed(#[from] Error),
    /// The answer can't be written.
    #[error("the answer can't be written: {0}")]
    Answer(#[source] serde_json::Error),
    /// The task panicked. The panic's own message went to standard error.
    #[error("the task panicked")]
    Panic,
}

impl From<TaskError> for Diagnostic {
    fn from(error: TaskError) -> Self {
        Self { error_type: "TaskError".to_owned(), error_message: error.to_string() }
    }
}

/// A handler of a task: `async fn(&Favorites, Event, Deadline) -> Result<Answer, TaskError>`.
pub trait Task<'a, E, A>: Fn(&'a Favorites, E, Deadline) -> Self::Future {
    /// The answer to come.
    type Future: Future<Output = Result<A, TaskError>> + Send + 'a;
}

impl<'a, E, A, J, F> Task<'a, E, A> for J
where
    J: Fn(&'a Favorites, E, Deadline) -> F,
    F: Future<Output = Result<A, TaskError>> + Send + 'a,
{
    type Future = F;
}

/// Serves `task` until Lambda ends the process. This is the whole `main` of a function that is neither a route nor a consumer.
///
/// # Errors
/// [`ServeError`], before the first call or when the runtime stops.
pub async fn serve_task<E, A, J>(task: J) -> Result<(), ServeError>
where
    E: for<'de> Deserialize<'de> + Send,
    A: Serialize + Send,
    J: for<'a> Task<'a, E, A>,
{
    let favorites = start(connect)?;
    let (task, favorites) = (&task, &favorites);
    let function = service_fn(move |event: LambdaEvent<E>| {
        task(favorites, event.payload, Deadline::at(event.context.deadline()))
    });
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// `task` as a function from event and deadline to answer, event and answer as JSON, on the path that [`serve_task`] takes; a panic is
/// caught, as the Lambda runtime catches it.
pub fn task_in_process<E, A, J>(
    task: J,
    favorites: Favorites,
) -> impl Fn(Value, Deadline) -> BoxFuture<'static, Result<Value, TaskError>> + Send + Sync + Clone + 'static
where
    E: for<'de> Deserialize<'de> + Send + 'static,
    A: Serialize + Send + 'static,
    J: for<'a> Task<'a, E, A> + Send + Sync + 'static,
{
    let function = Arc::new((task, favorites));
    move |event, deadline| {
        let function = Arc::clone(&function);
        async move {
            let event = serde_json::from_value(event).map_err(TaskError::Event)?;
            let (task, favorites) = &*function;
            // Nothing that a panic could leave half done is shared.
            let answer = AssertUnwindSafe(async { task(favorites, event, deadline).await });
            let answer = answer.catch_unwind().await.map_err(|_| TaskError::Panic)??;
            serde_json::to_value(answer).map_err(TaskError::Answer)
        }
        .boxed()
    }
}

#[cfg(test)]
#[path = "task_tests.rs"]
mod tests;
