//! The outcomes of failed calls.

use super::Error;

/// The outcome of a failed call: what it did to the table, and so whether the caller may repeat it.
/// [`Error::outcome`](crate::Error::outcome) returns the outcome.
///
/// | outcome | errors | what the table holds | what to do |
/// |---|---|---|---|
/// | [`NotApplied`](Self::NotApplied) | [`Conflict`](crate::Error::Conflict), [`Throttled`](crate::Error::Throttled) | the same as before | repeat the call after a wait: [`Backoff`](crate::store::Backoff) |
/// | [`PossiblyApplied`](Self::PossiblyApplied) | [`Unreachable`](crate::Error::Unreachable) | the write, or the same as before | repeat a read, a transaction with the same token, or a write that may happen twice; read the item before you repeat any other write |
/// | [`Applied`](Self::Applied) | [`Returned`](crate::Error::Returned) | the write | don't repeat the write; read the item |
/// | [`Permanent`](Self::Permanent) | all others | the same as before | correct what the message names: the same call fails again |
///
/// Batches are an exception: a batch takes several requests, and the outcome is that of the request that failed. Earlier requests
/// have been applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The table is unchanged, and the same call can succeed later.
    NotApplied,
    /// The answer was lost, so the write may have happened.
    PossiblyApplied,
    /// The write happened, but the item that it returned can't be decoded.
    Applied,
    /// The table is unchanged, and the same call fails again.
    Permanent,
}

impl Error {
    /// Returns what the failed call did to the table, which decides whether the caller may repeat it. The table at [`Outcome`]
    /// lists the outcome of each error.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Conflict { .. } | Self::Throttled { .. } => Outcome::NotApplied,
            Self::Unreachable { .. } => Outcome::PossiblyApplied,
            Self::Returned { .. } => Outcome::Applied,
            _ => Outcome::Permanent,
        }
    }

    /// Returns true if the same call can succeed later. A write may have happened nevertheless: see [`outcome`](Self::outcome).
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self.outcome(), Outcome::NotApplied | Outcome::PossiblyApplied)
    }
}
