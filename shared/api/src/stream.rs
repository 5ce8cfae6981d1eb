//! The table's stream: from a Lambda event to the domain's changes, and back to what failed.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use favorites::{Change, EpochSeconds, Favorites, StreamItem};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use lambda_runtime::{Diagnostic, LambdaEvent, service_fn};
use serde::Deserialize;
use serde_json::Value;

use crate::serve::{ServeError, connect, log_to_stdout};

/// How long a batch may take.
const TIME_LIMIT: Duration = Duration::from_secs(50);

/// A batch of stream records, as the event source mapping delivers it.
#[derive(Debug, Deserialize)]
pub struct StreamEvent {
    /// The records as JSON. Each is read on its own, so that one that can't be read harms no other.
    #[serde(rename = "Records")]
    records: Vec<Value>,
}

/// Why a whole batch failed. The mapping delivers it again, in halves.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The event is no stream event.
    #[error("the event can't be read: {0}")]
    Event(#[source] serde_json::Error),
    /// A record failed that has no sequence number, so it can't be named.
    #[error("a record without a sequence number was not applied: {0}")]
    Unnamed(String),
    /// The answer can't be written.
    #[error("the answer can't be written: {0}")]
    Answer(#[source] serde_json::Error),
    /// The consumer panicked. The panic's own message went to standard error.
    #[error("the consumer panicked")]
    Panic,
}

impl From<StreamError> for Diagnostic {
    fn from(error: StreamError) -> Self {
        Self { error_type: "StreamError".to_owned(), error_message: error.to_string() }
    }
}

#[derive(Deserialize)]
struct Record {
    dynamodb: Images,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Images {
    #[serde(rename = "ApproximateCreationDateTime", default)]
    written: Value,
    old_image: Option<StreamItem>,
    new_image: Option<StreamItem>,
}

impl StreamEvent {
    /// Applies every record. A record that can't be read or applied is logged, and the lowest of those is named in the
    /// answer: the mapping delivers again from there (see "Reporting batch item failures for Lambda with DynamoDB" in the
    /// Lambda developer guide).
    ///
    /// # Errors
    /// [`StreamError::Unnamed`].
    pub async fn apply(self, favorites: &Favorites) -> Result<DynamoDbEventResponse, StreamError> {
        let mut numbers = Vec::with_capacity(self.records.len());
        let mut changes = Vec::with_capacity(self.records.len());
        let mut failures: Vec<(usize, String)> = Vec::new();
        for (at, record) in self.records.into_iter().enumerate() {
            numbers
                .push(record.pointer("/dynamodb/SequenceNumber").and_then(Value::as_str).map(str::to_owned));
            match serde_json::from_value::<Record>(record) {
                Ok(Record { dynamodb }) => {
                    let Images { written, old_image: old, new_image: new } = dynamodb;
                    changes.push((at, Change { written: whole_seconds(&written), old, new }));
                }
                Err(error) => failures.push((at, error.to_string())),
            }
        }
        let (places, changes): (Vec<usize>, Vec<Change>) = changes.into_iter().unzip();
        // Boxed, because the futures within futures, down to the SDK's, are deeper than the compiler follows.
        let results = Box::pin(favorites.apply_changes(changes, TIME_LIMIT)).await;
        failures.extend(
            places.into_iter().zip(results).filter_map(|(at, result)| Some((at, result.err()?.to_string()))),
        );
        failures.sort();
        for (at, reason) in &failures {
            tracing::error!(
                sequence_number = numbers[*at].as_deref(),
                reason,
                "a stream record was not applied"
            );
        }
        // The records of a batch are in the order of the stream, so the first that failed is the lowest.
        let Some((at, reason)) = failures.into_iter().next() else {
            return Ok(DynamoDbEventResponse::default());
        };
        let mut failure = DynamoDbBatchItemFailure::default();
        failure.item_identifier = Some(numbers.swap_remove(at).ok_or(StreamError::Unnamed(reason))?);
        let mut response = DynamoDbEventResponse::default();
        response.batch_item_failures.push(failure);
        Ok(response)
    }
}

/// Lambda writes the time of a record with a fraction, and the samples of its guide without.
fn whole_seconds(time: &Value) -> Option<EpochSeconds> {
    let text = time.as_number()?.to_string();
    Some(EpochSeconds::new(text.split('.').next()?.parse().ok()?))
}

/// What consumes the stream: `async fn(&Favorites, StreamEvent) -> Result<DynamoDbEventResponse, StreamError>`.
pub trait Consumer<'a>: Fn(&'a Favorites, StreamEvent) -> Self::Future {
    /// The answer to come.
    type Future: Future<Output = Result<DynamoDbEventResponse, StreamError>> + Send + 'a;
}

impl<'a, C, F> Consumer<'a> for C
where
    C: Fn(&'a Favorites, StreamEvent) -> F,
    F: Future<Output = Result<DynamoDbEventResponse, StreamError>> + Send + 'a,
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
    log_to_stdout();
    let favorites = connect().await?;
    let (consumer, favorites) = (&consumer, &favorites);
    let function = service_fn(move |event: LambdaEvent<StreamEvent>| consumer(favorites, event.payload));
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// `consumer` as a function from event to answer, both JSON, on the path that [`serve_stream`] takes; a panic is
/// caught, as the Lambda runtime catches it.
pub fn stream_in_process<C>(
    consumer: C,
    favorites: Favorites,
) -> impl Fn(Value) -> BoxFuture<'static, Result<Value, StreamError>> + Send + Sync + Clone + 'static
where
    C: for<'a> Consumer<'a> + Send + Sync + 'static,
{
    let function = Arc::new((consumer, favorites));
    move |event| {
        let function = Arc::clone(&function);
        async move {
            let event = serde_json::from_value(event).map_err(StreamError::Event)?;
            let (consumer, favorites) = &*function;
            // Nothing that a panic could leave half done is shared: what the consumer writes, it writes in transactions. The
            // call stands inside the future, so that a panic before its first wait is caught as well.
            let answer = AssertUnwindSafe(async { consumer(favorites, event).await }).catch_unwind().await;
            serde_json::to_value(answer.map_err(|_| StreamError::Panic)??).map_err(StreamError::Answer)
        }
        .boxed()
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
