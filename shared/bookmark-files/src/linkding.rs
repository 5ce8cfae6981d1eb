//! The conventions by which linkding puts more into a Netscape file than the format has.
//!
//! See `exporter.py` and `parser.py` in linkding's `bookmarks/services`.

/// The tag that linkding gives to archived bookmarks.
pub(crate) const ARCHIVED_TAG: &str = "linkding:bookmarks.archived";

/// The mark between the description of a page and the user's notes.
const NOTES_START: &str = "[linkding-notes]";
/// The mark after the user's notes.
const NOTES_END: &str = "[/linkding-notes]";

/// Joins the description of a page and the user's notes.
pub(crate) fn join_notes(description: &str, notes: &str) -> String {
    format!("{description}{NOTES_START}{notes}{NOTES_END}")
}

/// Returns the description and the notes of a text that has both marks.
pub(crate) fn split_notes(text: &str) -> Option<(&str, &str)> {
    text.strip_suffix(NOTES_END)?.split_once(NOTES_START)
}
