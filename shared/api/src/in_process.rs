//! Calling a handler in this process, as Lambda would call its function.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use favorites::Favorites;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::call::Call;
use crate::deadline::Deadline;
use crate::event;
use crate::handler::answer;
use crate::route::Route;
use crate::user_hash::UserHashKey;

/// Why a call has no answer. A gateway makes a 500 of it and shows nothing more.
#[derive(Debug, thiserror::Error)]
pub enum FunctionError {
    /// The event is not an API Gateway event.
    #[error("the event can't be read: {0}")]
    Event(#[source] serde_json::Error),
    /// The answer can't be written.
    #[error("the answer can't be written: {0}")]
    Answer(#[source] serde_json::Error),
    /// The handler panicked. The panic's own message went to standard error.
    #[error("the handler panicked")]
    Panic,
}

/// Returns a function that answers events of `route`, both in JSON of API Gateway's payload format 2.0. It runs the
/// same code as [`serve`](crate::serve), and catches a panic as the Lambda runtime does.
pub fn in_process(
    route: &'static Route,
    favorites: Favorites,
) -> impl Fn(Value, Deadline) -> BoxFuture<'static, Result<Value, FunctionError>> + Send + Sync + Clone + 'static
{
    let function = Arc::new((favorites, UserHashKey::from_environment()));
    move |event, deadline| {
        let function = Arc::clone(&function);
        async move {
            let (favorites, user_hash_key) = &*function;
            // A process that serves several functions has no cold start of one.
            let call = Call { deadline, trace_id: None, is_cold_start: false, user_hash_key };
            let event = event::read(event).map_err(FunctionError::Event)?;
            // Nothing that a panic could leave half done is shared: a handler has its request for itself.
            let answer = AssertUnwindSafe(answer(route, favorites, event, &call)).catch_unwind().await;
            serde_json::to_value(answer.map_err(|_| FunctionError::Panic)?).map_err(FunctionError::Answer)
        }
        .boxed()
    }
}

#[cfg(test)]
#[path = "in_process_tests.rs"]
mod tests;
