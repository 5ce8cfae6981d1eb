//! The functions without a route: the consumers of the stream, the reconciliation, and the work on jobs, transfers and
//! erasures.

use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, JobsAnswer, JobsEvent, ReconcileAnswer, ReconcileEvent,
    StreamEvent, TaskError,
};
use futures::future::BoxFuture;

use crate::{account, jobs, reconciliation, stream, transfers};

/// A function without a route.
#[derive(Debug, Clone, Copy)]
pub struct Background {
    /// The name of the Lambda function, which is also the name of its program.
    pub function: &'static str,
    /// Whether the function has the bucket for files.
    pub has_files: bool,
    /// The handler, by what calls it.
    pub handler: Handler,
}

/// The handler of a function without a route, by what calls it.
#[derive(Debug, Clone, Copy)]
pub enum Handler {
    /// Consumes the table's stream.
    Stream(for<'a> fn(&'a Favorites, StreamEvent, Deadline) -> BoxFuture<'a, DynamoDbEventResponse>),
    /// Works on jobs when a state machine calls it.
    Jobs(for<'a> fn(&'a Favorites, JobsEvent, Deadline) -> BoxFuture<'a, Result<JobsAnswer, TaskError>>),
    /// Reconciles when a state machine or an operator calls it.
    Reconciliation(
        for<'a> fn(
            &'a Favorites,
            ReconcileEvent,
            Deadline,
        ) -> BoxFuture<'a, Result<ReconcileAnswer, TaskError>>,
    ),
}

macro_rules! handler {
    ($handler:path) => {
        |favorites, event, deadline| Box::pin($handler(favorites, event, deadline))
    };
}

/// All functions without a route.
pub static BACKGROUND: &[Background] = &[
    Background {
        function: "change-consumer",
        has_files: false,
        handler: Handler::Stream(handler!(stream::change_consumer)),
    },
    Background {
        function: "tag-cleanup",
        has_files: false,
        handler: Handler::Stream(handler!(stream::tag_cleanup)),
    },
    Background {
        function: "reconcile",
        has_files: false,
        handler: Handler::Reconciliation(handler!(reconciliation::reconcile)),
    },
    Background { function: "run-jobs", has_files: false, handler: Handler::Jobs(handler!(jobs::run_jobs)) },
    Background {
        function: "run-transfers",
        has_files: true,
        handler: Handler::Jobs(handler!(transfers::run_transfers)),
    },
    Background {
        function: "run-erasures",
        has_files: true,
        handler: Handler::Jobs(handler!(account::run_erasures)),
    },
];
