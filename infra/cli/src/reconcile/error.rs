//! Errors of a reconciliation.

use crate::aws::AwsError;

/// A reconciliation failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReconcileError {
    #[error(transparent)]
    Aws(#[from] AwsError),
    #[error("the answer of AWS can't be read")]
    Answer(#[from] serde_json::Error),
    #[error("the function failed: {answer}\n  Its log says why; the next run continues at its place")]
    Function { answer: String },
    #[error("the execution {execution} ended as {status}; its history in Step Functions says why")]
    Execution { execution: String, status: String },
}
