//! The functions without a route: the consumers of the stream, and the reconciliation.

use std::pin::Pin;

use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, ReconcileAnswer, ReconcileEvent, ServeError, StreamEvent,
    TaskError, serve_stream, serve_task,
};

/// An answer to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A function, by what calls it.
#[derive(Debug, Clone, Copy)]
pub enum Function {
    /// Consumes the table's stream.
    Stream(fn(&Favorites, StreamEvent, Deadline) -> Answer<'_, DynamoDbEventResponse>),
    /// Works when a state machine or an operator calls it.
    Task(fn(&Favorites, ReconcileEvent, Deadline) -> Answer<'_, Result<ReconcileAnswer, TaskError>>),
}

impl Function {
    /// Serves it until Lambda ends the process.
    ///
    /// # Errors
    /// [`ServeError`], before the first call or when the runtime stops.
    pub async fn serve(self) -> Result<(), ServeError> {
        match self {
            Self::Stream(consumer) => serve_stream(consumer).await,
            Self::Task(task) => serve_task(task).await,
        }
    }
}

macro_rules! handler {
    ($module:ident) => {
        |favorites, event, deadline| Box::pin(crate::$module::handler(favorites, event, deadline))
    };
}

/// The consumer of the stream that keeps counts and search, by the name that `Handler` in the template gives it.
pub const CHANGE_CONSUMER: (&str, Function) =
    ("change-consumer", Function::Stream(handler!(change_consumer)));

/// The consumer of the stream that cleans up after deleted tags, by the name that `Handler` in the template gives it.
pub const TAG_CLEANUP: (&str, Function) = ("tag-cleanup", Function::Stream(handler!(tag_cleanup)));

/// The reconciliation, by the name that `Handler` in the template gives it.
pub const RECONCILE: (&str, Function) = ("reconcile", Function::Task(handler!(reconcile)));

/// All functions without a route.
pub const FUNCTIONS: [(&str, Function); 3] = [CHANGE_CONSUMER, TAG_CLEANUP, RECONCILE];
