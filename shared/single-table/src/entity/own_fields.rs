//! The types of the fields that the library itself reads and writes.

use crate::time::EpochSeconds;

/// The type of the field of `version(...)`.
#[diagnostic::on_unimplemented(
    message = "the field of `version(...)` has the type `{Self}`, which does not count versions",
    label = "use the type `u64`"
)]
pub trait VersionField {
    /// Returns the version.
    fn version(&self) -> u64;
    /// Sets the version.
    fn set_version(&mut self, version: u64);
}

impl VersionField for u64 {
    fn version(&self) -> u64 {
        *self
    }

    fn set_version(&mut self, version: u64) {
        *self = version;
    }
}

/// The type of the field of `ttl(...)`.
#[diagnostic::on_unimplemented(
    message = "the field of `ttl(...)` has the type `{Self}`, which is not a time of expiry",
    label = "use the type `EpochSeconds` or `Option<EpochSeconds>`"
)]
pub trait ExpiryField {
    /// Returns the time of expiry; none if the item does not expire.
    fn expiry(&self) -> Option<EpochSeconds>;
}

impl ExpiryField for EpochSeconds {
    fn expiry(&self) -> Option<EpochSeconds> {
        Some(*self)
    }
}

impl ExpiryField for Option<EpochSeconds> {
    fn expiry(&self) -> Option<EpochSeconds> {
        *self
    }
}
