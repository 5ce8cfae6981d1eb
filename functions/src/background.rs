//! The functions without a route: the consumers of the stream, the reconciliation, and the work on jobs, imports and exports.

use std::pin::Pin;

use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, JobsAnswer, JobsEvent, ReconcileAnswer, ReconcileEvent,
    ServeError, StreamEvent, TaskError, TransfersEvent, serve_stream, serve_task, serve_task_with_files,
};

/// An answer to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A function, by what calls it.
#[derive(Debug, Clone, Copy)]
pub enum Function {
    /// Consumes the table's stream.
    Stream(fn(&Favorites, StreamEvent, Deadline) -> Answer<'_, DynamoDbEventResponse>),
    /// Works on jobs when a state machine calls it.
    Jobs(fn(&Favorites, JobsEvent, Deadline) -> Answer<'_, Result<JobsAnswer, TaskError>>),
    /// Works on imports and exports when a state machine calls it.
    Transfers(fn(&Favorites, TransfersEvent, Deadline) -> Answer<'_, Result<JobsAnswer, TaskError>>),
    /// Reconciles when a state machine or an operator calls it.
    Reconciliation(
        fn(&Favorites, ReconcileEvent, Deadline) -> Answer<'_, Result<ReconcileAnswer, TaskError>>,
    ),
}

impl Function {
    /// Serves it until Lambda ends the process.
    ///
    /// # Errors
    /// [`ServeError`], before the first call or when the runtime stops.
    pub async fn serve(self) -> Result<(), ServeError> {
        match self {
            Self::Stream(consumer) => serve_stream(consumer).await,
            Self::Jobs(task) => serve_task(task).await,
            Self::Transfers(task) => serve_task_with_files(task).await,
            Self::Reconciliation(task) => serve_task(task).await,
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
pub const RECONCILE: (&str, Function) = ("reconcile", Function::Reconciliation(handler!(reconcile)));

/// The work on jobs, by the name that `Handler` in the template gives it.
pub const RUN_JOBS: (&str, Function) = ("run-jobs", Function::Jobs(handler!(run_jobs)));

/// The work on imports and exports, by the name that `Handler` in the template gives it.
pub const RUN_TRANSFERS: (&str, Function) = ("run-transfers", Function::Transfers(handler!(run_transfers)));

/// All functions without a route.
pub const FUNCTIONS: [(&str, Function); 5] =
    [CHANGE_CONSUMER, TAG_CLEANUP, RECONCILE, RUN_JOBS, RUN_TRANSFERS];
