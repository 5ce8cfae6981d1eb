//! What can go wrong.

use std::num::{NonZeroU32, NonZeroUsize};

use super::request::Operation;

/// What DynamoDB, or the way to it, does instead of what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Of the keys of each `BatchGetItem`, every n-th comes back in `UnprocessedKeys`, and the engine never sees it. With
    /// 1, all do. (DynamoDB itself throttles the request where it can't read a single key; see [`Fault::Throttled`].)
    UnprocessedKeys {
        /// The n. A request with fewer keys is done whole.
        every: NonZeroUsize,
    },
    /// Of the puts and deletes of each `BatchWriteItem`, every n-th comes back in `UnprocessedItems`, and the engine never
    /// sees it. With 1, all do.
    UnprocessedItems {
        /// The n. A request with fewer puts and deletes is done whole.
        every: NonZeroUsize,
    },
    /// `ProvisionedThroughputExceededException`; the engine never sees the request.
    Throttled(Target),
    /// `TransactWriteItems` and `TransactGetItems` are cancelled, because the first of their items is in another
    /// transaction; the engine never sees the request.
    Conflict,
    /// The connection breaks before the engine sees the request. The caller can't know that it wasn't done. With
    /// [`Faults::arm_after`](super::Faults::arm_after) and [`Times::Always`] it is a caller that dies between two requests.
    LostRequest(Target),
    /// The engine does what was asked, and then the connection breaks: the caller can't know whether it was done.
    LostResponse(Target),
    /// A `Query` or `Scan` stops after this many items, filtered or not, as it does at 1 MB (see "Paginating table query
    /// results" in the developer guide). A smaller `Limit` of the request holds.
    SmallPage {
        /// The most items that the engine looks at for one page.
        items: NonZeroU32,
    },
    /// A `Query` or `Scan` answers with no item and a `LastEvaluatedKey`, as a filter does that drops all of a page. Going
    /// on from there finds everything. Where there is nothing to find, the page is the engine's.
    EmptyPage,
}

/// Which requests a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Every one for an operation on items.
    Any,
    /// Those for this operation.
    Only(Operation),
}

/// How often a fault happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// To the next so many requests that it is about.
    Next(u32),
    /// To every request that it is about, until [`Faults::clear`](super::Faults::clear).
    Always,
}

impl Fault {
    /// Whether it can happen to a request for `operation`.
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
