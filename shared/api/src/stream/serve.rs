//! Running a consumer: as a Lambda function, or in this process.

use std::convert::Infallible;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use aws_lambda_events::event::streams::DynamoDbEventResponse;
use favorites::Favorites;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;

use super::StreamEvent;
use crate::connect::{connect, connect_with_files};
use crate::deadline::Deadline;
use crate::serve::{ServeError, start};

/// Why a whole batch failed. The mapping delivers it again, in halves.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The event is not a stream event.
    #[error("the event can't be read: {0}")]
    Event(#[source] serde_json::Error),
    /// The answer can't be written.
    #[error("the answer can't be written: {0}")]
    Answer(#[source] serde_json::Error),
    /// The consumer panicked. The panic's own message went to standard error.
    #[error("the consumer panicked")]
    Panic,
}

/// A consumer of the stream: `async fn(&Favorites, StreamEvent, Deadline) -> DynamoDbEventResponse`.
pub trait Consumer<'a>: Fn(&'a Favorites, StreamEvent, Deadline) -> Self::Future {
    /// The answer to come.
    type Future: Future<Output = DynamoDbEventResponse> + Send + 'a;
}

impl<'a, C, F> Consumer<'a> for C
where
    C: Fn(&'a Favorites, StreamEvent, Deadline) -> F,
    F: Future<Output = DynamoDbEventResponse> + Send + 'a,
{
    type Future = F;
}

/// Serves `consumer` until Lambda ends the process. This is the whole `main` of a stream function.
///
/// # Errors
/// [`ServeError`], before the first batch or when the runtime stops.
pub async fn serve_stream<C>(consumer: C) -> Result<(), ServeError>
where
    C: for<'a> Consumer<'a>,
{
    serve_stream_on(start(connect)?, consumer).await
}

/// Serves `consumer` like [`serve_stream`], with the bucket for files.
///
/// # Errors
/// As [`serve_stream`].
pub async fn serve_stream_with_files<C>(consumer: C) -> Result<(), ServeError>
where
    C: for<'a> Consumer<'a>,
{
    serve_stream_on(start(connect_with_files)?, consumer).await
}

async fn serve_stream_on<C>(favorites: Favorites, consumer: C) -> Result<(), ServeError>
where
    C: for<'a> Consumer<'a>,
{
    let (consumer, favorites) = (&consumer, &favorites);
    let function = service_fn(move |event: LambdaEvent<StreamEvent>| {
        consumer(favorites, event.payload, Deadline::at(event.context.deadline())).map(Ok::<_, Infallible>)
    });
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// `consumer` as a function from event and deadline to answer, event and answer as JSON, on the path that [`serve_stream`]
/// takes; a panic is caught, as the Lambda runtime catches it.
pub fn stream_in_process<C>(
    consumer: C,
    favorites: Favorites,
) -> impl Fn(Value, Deadline) -> BoxFuture<'static, Result<Value, StreamError>> + Send + Sync + Clone + 'static
where
    C: for<'a> Consumer<'a> + Send + Sync + 'static,
{
    let function = Arc::new((consumer, favorites));
    move |event, deadline| {
        let function = Arc::clone(&function);
        async move {
            let event = serde_json::from_value(event).map_err(StreamError::Event)?;
            let (consumer, favorites) = &*function;
            // Nothing that a panic could leave half done is shared: what the consumer writes, it writes whole or not at all.
            // The call stands inside the future, so that a panic before its first wait is caught as well.
            let answer = AssertUnwindSafe(async { consumer(favorites, event, deadline).await });
            let answer = answer.catch_unwind().await.map_err(|_| StreamError::Panic)?;
            serde_json::to_value(answer).map_err(StreamError::Answer)
        }
        .boxed()
    }
}
