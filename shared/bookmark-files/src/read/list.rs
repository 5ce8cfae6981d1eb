//! A text file with one address per line.

use std::io::{self, BufRead, BufReader, Read};

use url::Url;

use crate::entry::field::Field;
use crate::error::FileError;
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::draft::Draft;
use crate::read::opening::{Opening, Text};
use crate::row::{Position, Row};

/// Reads a list of addresses line by line. Skips empty lines and lines that begin with `#`. The text after an
/// address is its title.
pub(crate) struct AddressRows<R: Read> {
    limits: Limits,
    input: BufReader<Text<R>>,
    /// The number of lines read.
    line: u64,
}

impl<R: Read> AddressRows<R> {
    pub(crate) fn new(reader: R, opening: &Opening) -> Self {
        Self { limits: opening.limits, input: BufReader::new(opening.text(reader)), line: 0 }
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        while let Some(line) = self.next_line()? {
            let text = line.kept().trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                return Ok(Some(self.row(&line)));
            }
        }
        Ok(None)
    }

    fn row(&self, line: &Capped) -> Row {
        let limit = self.limits.text_bytes;
        let mut draft = Draft::new(Position { file: None, line: self.line }, self.limits);
        let text = line.text();
        match text.trim().split_once(char::is_whitespace) {
            Some((address, title)) if Url::parse(address).is_ok() => {
                draft.set(Field::Url, &Capped::of(address.as_bytes(), limit));
                draft.set(Field::Title, &Capped::of(title.as_bytes(), limit));
            }
            // A line that is not an address becomes a text as a whole.
            _ => draft.set(Field::Url, line),
        }
        draft.finish()
    }

    fn next_line(&mut self) -> io::Result<Option<Capped>> {
        let mut line = Capped::default();
        let mut has_bytes = false;
        loop {
            let bytes = self.input.fill_buf()?;
            let end = memchr::memchr(b'\n', bytes);
            let read = end.map_or(bytes.len(), |end| end + 1);
            line.push(&bytes[..end.unwrap_or(read)], self.limits.text_bytes);
            has_bytes |= read > 0;
            self.input.consume(read);
            if end.is_some() || read == 0 {
                self.line += 1;
                return Ok(has_bytes.then_some(line));
            }
        }
    }
}
