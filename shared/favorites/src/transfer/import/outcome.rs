//! The outcomes of entries.

use std::fmt::Display;

use super::report::ReportedOutcome;
use crate::error::Fault;
use crate::limits::REASON_BYTES;
use crate::model::ids::DataId;

/// The mark at the end of a text that was cut.
pub(super) const CUT: char = '…';

/// Returns the outcome of an entry whose favorite exists.
pub(super) fn duplicate(data_id: DataId) -> ReportedOutcome {
    ReportedOutcome::Duplicate { data_id: Some(data_id) }
}

/// Returns the outcome of an entry that can't be a favorite.
pub(super) fn invalid(reason: impl Display) -> ReportedOutcome {
    ReportedOutcome::Invalid { reason: bounded(reason) }
}

/// Returns texts that have at most [`REASON_BYTES`] together. The last one may be cut.
pub(super) fn bounded_all(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let (mut kept, mut left) = (Vec::new(), REASON_BYTES);
    for text in texts {
        let text = cut_to(text, left);
        if text.is_empty() {
            break;
        }
        left -= text.len();
        kept.push(text);
    }
    kept
}

/// Returns a text with at most [`REASON_BYTES`]. Reasons repeat parts of a file, which may be long.
pub(super) fn bounded(text: impl Display) -> String {
    cut_to(text.to_string(), REASON_BYTES)
}

fn cut_to(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most.saturating_sub(CUT.len_utf8())));
        if most >= CUT.len_utf8() {
            text.push(CUT);
        }
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

    #[test]
    fn remarks_have_at_most_500_bytes_together() {
        let texts = |lengths: &[usize]| lengths.iter().map(|length| "x".repeat(*length)).collect::<Vec<_>>();
        assert_eq!(bounded_all(texts(&[200, 300])), texts(&[200, 300]));
        assert_eq!(bounded_all(texts(&[200, 301])), ["x".repeat(200), format!("{}…", "x".repeat(297))]);
        assert_eq!(bounded_all(texts(&[499, 7])), ["x".repeat(499)], "there is no room for a mark");
    }
}
