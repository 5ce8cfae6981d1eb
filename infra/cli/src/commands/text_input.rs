//! Arguments that stand for a longer text.

use std::fs::File;
use std::io::Read;

use crate::failure::Reason;

/// The argument for standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// The most bytes of a text. Requests are smaller, and so are 10,000 typical addresses.
const MOST_BYTES: u64 = 16 << 20;

/// Returns `text`, or standard input if it is `-`.
pub(super) fn text_or_input(text: String) -> Result<String, Reason> {
    if text == STANDARD_INPUT { read_input() } else { Ok(text) }
}

/// Returns the content of the file at `path`, or standard input if it is `-`.
pub(super) fn file_or_input(path: &str) -> Result<String, Reason> {
    if path == STANDARD_INPUT {
        return read_input();
    }
    let unreadable = |source| Reason::Unreadable { place: path.to_owned(), source };
    read(path, File::open(path).map_err(unreadable)?)
}

/// Reads standard input.
pub(super) fn read_input() -> Result<String, Reason> {
    read("standard input", std::io::stdin())
}

fn read(place: &str, input: impl Read) -> Result<String, Reason> {
    let place = || place.to_owned();
    let mut text = String::new();
    let read = input.take(MOST_BYTES + 1).read_to_string(&mut text);
    match read.map_err(|source| Reason::Unreadable { place: place(), source })? {
        bytes if bytes as u64 > MOST_BYTES => Err(Reason::TooLong { place: place(), limit: MOST_BYTES }),
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_text_has_up_to_the_most_bytes() {
        let text = |bytes| read("the text", io::repeat(b'a').take(bytes));
        assert_eq!(text(MOST_BYTES).unwrap().len() as u64, MOST_BYTES);
        let error = text(MOST_BYTES + 1).unwrap_err();
        assert_eq!(error.to_string(), "the text has more than 16777216 bytes");
    }
}
