//! Failures to upgrade an item of a past schema version.

/// The reason why an item of a past schema version can't be upgraded.
pub type UpgradeError = Box<dyn std::error::Error + Send + Sync>;

/// Returns the error for a version that the entity doesn't declare.
#[must_use]
pub fn no_past_version(version: u32) -> UpgradeError {
    format!("the entity declares no past schema version {version}").into()
}
