//! What a failed call did to the table.

/// Says what a failed call did to the table, and so whether the caller may repeat it. [`Error::outcome`](crate::Error::outcome)
/// returns it.
///
/// | outcome | errors | what the table holds | what to do |
/// |---|---|---|---|
/// | [`NotApplied`](Self::NotApplied) | [`Conflict`](crate::Error::Conflict), [`Throttled`](crate::Error::Throttled) | the same as before | repeat the call after a wait: [`Backoff`](crate::store::Backoff) |
/// | [`PossiblyApplied`](Self::PossiblyApplied) | [`Unreachable`](crate::Error::Unreachable) | the write, or the same as before | repeat a read, a transaction with the same token, or a write that may happen twice; read the item before you repeat any other write |
/// | [`Applied`](Self::Applied) | [`Returned`](crate::Error::Returned) | the write | don't repeat the write; read the item |
/// | [`Permanent`](Self::Permanent) | all others | the same as before | correct what the message names: the same call fails again |
///
/// A batch is an exception: it is sent in several requests, and the outcome is that of the request that failed. Earlier ones
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
