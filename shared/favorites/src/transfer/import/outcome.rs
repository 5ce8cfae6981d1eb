//! The outcomes of entries.

use std::fmt::Display;

use super::report::ReportedOutcome;
use crate::error::Fault;
use crate::limits::REASON_BYTES;
use crate::model::ids::DataId;

/// The mark at the end of a text that was cut.
pub(super) const CUT: char = '…';

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
pub(super) fn invalid(reason: impl Display) -> Outcome {
    Outcome::Reported(ReportedOutcome::Invalid { reason: bounded(reason) })
}

/// Returns a text with at most [`REASON_BYTES`]. Reasons repeat parts of a file, which may be long.
pub(super) fn bounded(text: impl Display) -> String {
    let mut text = text.to_string();
    if text.len() > REASON_BYTES {
        text.truncate(text.floor_char_boundary(REASON_BYTES - CUT.len_utf8()));
        text.push(CUT);
    }
    text
}

/// Returns the reason of an entry with these faults.
pub(super) fn reason(faults: &[Fault]) -> String {
    let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_at_most_500_bytes_and_whole_characters() {
        let longest = "x".repeat(500);
        assert_eq!(bounded(&longest), longest);
        assert_eq!(bounded(format!("{longest}x")), format!("{}…", "x".repeat(497)));
        assert_eq!(bounded("é".repeat(251)), format!("{}…", "é".repeat(248)));
    }
}
