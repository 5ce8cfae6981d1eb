//! The functions without a route: the consumers of the stream, the reconciliation, and the work on jobs, imports, exports
//! and erasures.

use std::pin::Pin;

use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, JobsAnswer, JobsEvent, ReconcileAnswer, ReconcileEvent,
    StreamEvent, TaskError,
};

/// An answer to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Consumes the table's stream.
pub type Consumer = fn(&Favorites, StreamEvent, Deadline) -> Answer<'_, DynamoDbEventResponse>;

/// Works on jobs when a state machine calls it.
pub type Jobs = fn(&Favorites, JobsEvent, Deadline) -> Answer<'_, Result<JobsAnswer, TaskError>>;

/// Reconciles when a state machine or an operator calls it.
pub type Reconciliation =
    fn(&Favorites, ReconcileEvent, Deadline) -> Answer<'_, Result<ReconcileAnswer, TaskError>>;

/// A function, by what calls it.
#[derive(Debug, Clone, Copy)]
pub enum Function {
    /// Consumes the table's stream.
    Stream(Consumer),
    /// Works on jobs.
    Jobs(Jobs),
    /// Reconciles.
    Reconciliation(Reconciliation),
}

macro_rules! handler {
    ($module:ident) => {
        |favorites, event, deadline| Box::pin(crate::$module::handler(favorites, event, deadline))
    };
}

// Each program serves functions of one type, so that it has no code for serving the others.

/// The consumer of the stream that keeps counts and search, by the name that `Handler` in the template gives it.
pub const CHANGE_CONSUMER: (&str, Consumer) = ("change-consumer", handler!(change_consumer));

/// The consumer of the stream that cleans up after deleted tags, by the name that `Handler` in the template gives it.
pub const TAG_CLEANUP: (&str, Consumer) = ("tag-cleanup", handler!(tag_cleanup));

/// The reconciliation, by the name that `Handler` in the template gives it.
pub const RECONCILE: (&str, Reconciliation) = ("reconcile", handler!(reconcile));

/// The work on jobs, by the name that `Handler` in the template gives it.
pub const RUN_JOBS: (&str, Jobs) = ("run-jobs", handler!(run_jobs));

/// The work on imports and exports, by the name that `Handler` in the template gives it.
pub const RUN_TRANSFERS: (&str, Jobs) = ("run-transfers", handler!(run_transfers));

/// The erasure of accounts, by the name that `Handler` in the template gives it.
pub const RUN_ERASURES: (&str, Jobs) = ("run-erasures", handler!(run_erasures));

/// All functions without a route.
pub const FUNCTIONS: [(&str, Function); 6] = [
    (CHANGE_CONSUMER.0, Function::Stream(CHANGE_CONSUMER.1)),
    (TAG_CLEANUP.0, Function::Stream(TAG_CLEANUP.1)),
    (RECONCILE.0, Function::Reconciliation(RECONCILE.1)),
    (RUN_JOBS.0, Function::Jobs(RUN_JOBS.1)),
    (RUN_TRANSFERS.0, Function::Jobs(RUN_TRANSFERS.1)),
    (RUN_ERASURES.0, Function::Jobs(RUN_ERASURES.1)),
];
