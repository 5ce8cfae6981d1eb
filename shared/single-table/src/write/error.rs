//! Errors of one write.

use crate::error::Error;

/// Why one write did not happen.
#[derive(Debug, thiserror::Error)]
pub enum WriteError<E> {
    /// The condition did not hold.
    #[error("the condition did not hold")]
    ConditionFailed {
        /// The item that stood in the way, as it was; none when there was no item.
        item: Option<Box<E>>,
    },
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] Error),
}
