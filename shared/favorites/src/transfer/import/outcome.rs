//! The outcomes of entries.

use super::report::ReportedOutcome;
use crate::model::ids::DataId;

/// The outcome of an entry.
pub(super) enum Outcome {
    /// It is a favorite now.
    Imported,
    /// It was not imported.
    Reported(ReportedOutcome),
}

/// Returns the outcome of an entry whose favorite exists.
pub(super) fn duplicate(data_id: DataId) -> Outcome {
    Outcome::Reported(ReportedOutcome::Duplicate { data_id: Some(data_id) })
}

/// Returns the outcome of an entry that can't be a favorite.
pub(super) fn invalid(reason: impl std::fmt::Display) -> Outcome {
    Outcome::Reported(ReportedOutcome::Invalid { reason: reason.to_string() })
}
