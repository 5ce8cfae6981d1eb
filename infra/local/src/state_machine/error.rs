//! The reasons for which an execution fails.

use crate::invoke::FunctionError;
use crate::template::Path;

/// The reason for which an execution of a state machine failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ExecutionError {
    /// A function failed, and no retrier wanted it to be called once more.
    #[error("state {state}: the function failed: {source}")]
    Function {
        /// The state that called the function.
        state: String,
        /// The function's error.
        source: FunctionError,
    },
    /// A path of a state names a value that is not in the state's input or result.
    #[error("state {state}: there is no value at {path}")]
    NoValue {
        /// The state.
        state: String,
        /// The path.
        path: Path,
    },
    /// A `Map` has a value that is not a list.
    #[error("state {state}: the value at {path} is not a list")]
    NoList {
        /// The state.
        state: String,
        /// The path.
        path: Path,
    },
    /// More elements of a `Map` failed than it tolerates.
    #[error("state {state}: {failed} of {of} elements failed")]
    Elements {
        /// The state.
        state: String,
        /// The number of elements that failed.
        failed: usize,
        /// The number of elements.
        of: usize,
    },
}

impl ExecutionError {
    /// The error's name in the Amazon States Language.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Function { source, .. } => &source.error_type,
            Self::NoValue { .. } | Self::NoList { .. } => "States.Runtime",
            Self::Elements { .. } => "States.ExceedToleratedFailureThreshold",
        }
    }
}
