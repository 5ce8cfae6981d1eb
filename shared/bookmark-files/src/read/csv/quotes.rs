//! Quotes of CSV files that are not closed.

/// What is known of a record by its first bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Quotes {
    /// Its quotes are right, or wrong within one line, which costs no other record.
    Closed,
    /// A quoted cell goes on behind the line and ends before no separator, or not at all. The first line has these bytes.
    Unclosed(usize),
    /// More bytes are necessary.
    Unknown,
}

enum State {
    CellStart,
    Plain,
    Quoted,
    AfterQuote,
}

/// Looks at the quotes of the record that `bytes` begin with. `ended` says whether no more bytes come.
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

/// Returns the cells of a line, without regard to quotes besides those around a cell.
pub(crate) fn cells_of_line(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let line = line.trim_ascii_end();
    line.split(move |byte| *byte == separator).map(|cell| {
        let inner = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\""));
        inner.unwrap_or(cell)
    })
}
