//! Finds missing quotes in CSV files.

/// The state of a record's quotes, judged by its first bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Quotes {
    /// All quotes are closed, or a wrong quote affects only its own line.
    Closed,
    /// A quoted cell continues after the first line and has no closing quote before a separator. Has the
    /// length of the first line in bytes.
    Unclosed(usize),
    /// The bytes don't decide it yet.
    Unknown,
}

enum State {
    CellStart,
    Plain,
    Quoted,
    AfterQuote,
}

/// Checks the quotes of the record at the start of `bytes`. `ended` is true if no bytes follow.
pub(crate) fn quotes(bytes: &[u8], separator: u8, ended: bool) -> Quotes {
    let mut state = State::CellStart;
    let mut line = None;
    for (index, byte) in bytes.iter().enumerate() {
        state = match (state, *byte) {
            (State::Quoted, b'"') => State::AfterQuote,
            (State::Quoted, b'\n') => {
                line.get_or_insert(index + 1);
                State::Quoted
            }
            (State::CellStart | State::AfterQuote, b'"') | (State::Quoted, _) => State::Quoted,
            (_, b'\r' | b'\n') => return Quotes::Closed,
            (_, byte) if byte == separator => State::CellStart,
            (State::AfterQuote, _) => match line {
                Some(line) => return Quotes::Unclosed(line),
                None => State::Plain,
            },
            (State::CellStart | State::Plain, _) => State::Plain,
        };
    }
    match state {
        _ if !ended => Quotes::Unknown,
        State::Quoted => Quotes::Unclosed(line.unwrap_or(bytes.len())),
        _ => Quotes::Closed,
    }
}

/// Returns the cells of a line. Removes quotes around a cell, and treats other quotes as text.
pub(crate) fn cells_of_line(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let line = line.trim_ascii_end();
    line.split(move |byte| *byte == separator).map(|cell| {
        let inner = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\""));
        inner.unwrap_or(cell)
    })
}
