//! The step from one schema version to the next.

use std::error::Error;

use crate::entity::UpgradeError;

/// A schema version that can be made from the version `P` before it. Implement [`From`] or [`TryFrom`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be made of its past version `{P}`",
    label = "this step is missing",
    note = "write `impl From<{P}> for {Self}`, or `TryFrom` if the step can fail"
)]
pub trait NextVersion<P>: Sized {
    /// Makes this version from the version before it.
    ///
    /// # Errors
    /// Returns the error of [`TryFrom`].
    fn of_past(past: P) -> Result<Self, UpgradeError>;
}

#[diagnostic::do_not_recommend]
impl<P, N: TryFrom<P, Error: Error + Send + Sync + 'static>> NextVersion<P> for N {
    fn of_past(past: P) -> Result<Self, UpgradeError> {
        Ok(Self::try_from(past)?)
    }
}

/// Makes the version `N` from the version `P` before it.
///
/// # Errors
/// Returns the error of the step.
pub fn next_version<P, N: NextVersion<P>>(past: P) -> Result<N, UpgradeError> {
    N::of_past(past)
}
