//! Arguments that stand for a longer text.

use std::io::Read as _;

use crate::failure::Reason;

/// The argument for standard input.
const STANDARD_INPUT: &str = "-";

/// Returns `text`, or standard input if it is `-`.
pub(super) fn text_or_input(text: String) -> Result<String, Reason> {
    if text == STANDARD_INPUT { read_input() } else { Ok(text) }
}

/// Returns the content of the file at `path`, or standard input if it is `-`.
pub(super) fn file_or_input(path: &str) -> Result<String, Reason> {
    if path == STANDARD_INPUT {
        return read_input();
    }
    std::fs::read_to_string(path).map_err(|source| Reason::Read { place: path.to_owned(), source })
}

fn read_input() -> Result<String, Reason> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|source| Reason::Read { place: "standard input".to_owned(), source })?;
    Ok(text)
}
