//! Faults.

use std::num::{NonZeroU32, NonZeroUsize};

use super::request::Operation;

/// A fault of DynamoDB or of the connection to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Every n-th key of a `BatchGetItem` comes back in `UnprocessedKeys` and does not reach the engine. If n is 1, all keys do.
    /// (DynamoDB itself throttles a request if it can't read any of its keys; see [`Fault::Throttled`].)
    UnprocessedKeys {
        /// The number n. A request with fewer keys is processed completely.
        every: NonZeroUsize,
    },
    /// Every n-th put or delete of a `BatchWriteItem` comes back in `UnprocessedItems` and does not reach the engine. If n is 1,
    /// all of them do.
    UnprocessedItems {
        /// The number n. A request with fewer puts and deletes is processed completely.
        every: NonZeroUsize,
    },
    /// The request is throttled with `ProvisionedThroughputExceededException` and does not reach the engine.
    Throttled(Target),
    /// A `TransactWriteItems` or `TransactGetItems` is cancelled because its first item is in another transaction. The request
    /// does not reach the engine.
    Conflict,
    /// The connection breaks before the request reaches the engine. The caller can't tell this fault from a lost response.
    /// Together with [`Faults::arm_after`](super::Faults::arm_after) and [`Times::Always`], it simulates a caller that crashes
    /// between two requests.
    LostRequest(Target),
    /// The engine processes the request, and then the connection breaks. The caller can't know whether the request was processed.
    LostResponse(Target),
    /// A `Query` or `Scan` stops after this number of items, before the filter, as DynamoDB does at 1 MB (see "Paginating table
    /// query results" in the developer guide). A smaller `Limit` of the request still applies.
    SmallPage {
        /// The maximum number of items that the engine evaluates for one page.
        items: NonZeroU32,
    },
    /// A `Query` or `Scan` returns no items and a `LastEvaluatedKey`, as when a filter drops a whole page. The next
    /// pages return all items, if each place is read once. Without items, the engine's own page is returned.
    EmptyPage,
}

/// The requests that a fault applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Every request for an operation on items.
    Any,
    /// The requests for this operation.
    Only(Operation),
}

/// The number of requests that a fault happens to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// The next requests that the fault applies to, as many as this number.
    Next(u32),
    /// Every request that the fault applies to, until [`Faults::clear`](super::Faults::clear).
    Always,
}

impl Fault {
    /// Returns true if the fault applies to requests for `operation`.
    pub(super) fn is_about(self, operation: Operation) -> bool {
        match self {
            Self::UnprocessedKeys { .. } => operation == Operation::BatchGetItem,
            Self::UnprocessedItems { .. } => operation == Operation::BatchWriteItem,
            Self::Throttled(target) | Self::LostRequest(target) | Self::LostResponse(target) => {
                match target {
                    Target::Any => true,
                    Target::Only(only) => operation == only,
                }
            }
            Self::Conflict => {
                matches!(operation, Operation::TransactGetItems | Operation::TransactWriteItems)
            }
            Self::SmallPage { .. } | Self::EmptyPage => {
                matches!(operation, Operation::Query | Operation::Scan)
            }
        }
    }
}
