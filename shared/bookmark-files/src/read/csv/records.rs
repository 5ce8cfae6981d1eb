//! The records of a CSV file in bounded memory.

use std::io::{self, Read};

use csv_core::ReadFieldResult;

use crate::read::capped::Capped;
use crate::read::csv::quotes::{Quotes, cells_of_line, quotes};
use crate::read::lookahead::Lookahead;

/// Reads a CSV file record by record.
///
/// It drives `csv-core` itself, because the reader of `csv` holds a whole record, which is as large as the
/// file when a quote is missing.
pub(crate) struct Records<R: Read> {
    input: Lookahead<R>,
    separator: u8,
    parser: csv_core::Reader,
    text_bytes: usize,
    /// The line of the next byte.
    line: u64,
}

/// One record. Only the beginnings of its first cells are kept.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The line on which the record starts.
    pub(crate) line: u64,
    pub(crate) cells: Vec<Capped>,
    /// The number of all cells.
    pub(crate) cell_count: u64,
    /// Whether a dropped cell has a text.
    pub(crate) dropped_text: bool,
    /// Whether a quoted cell has no closing quote within [`WINDOW`], so that the record is a single line.
    pub(crate) is_line: bool,
    /// Whether the file ends inside a quoted cell of the record.
    pub(crate) unclosed: bool,
}

/// The maximum number of bytes to search for the end of a record.
const WINDOW: usize = 65_536;
/// The minimum number of bytes to read ahead.
const CHUNK: usize = 8_192;
/// The characters that can separate cells.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

impl<R: Read> Records<R> {
    /// Reads records. Their separator is the one that occurs most often in the first line.
    pub(crate) fn new(input: R, text_bytes: usize) -> Self {
        // With space for two windows, the buffer moves its bytes only once per window.
        let mut input = Lookahead::new(input, 2 * WINDOW);
        input.fill(CHUNK);
        let start = input.rest();
        // Excel writes a line such as `sep=;` before the header.
        let named =
            start.len() > 5 && start[..4].eq_ignore_ascii_case(b"sep=") && matches!(start[5], b'\r' | b'\n');
        let separator = if named { start[4] } else { separator(start) };
        if named {
            input.consume(5);
        }
        let parser = csv_core::ReaderBuilder::new().delimiter(separator).build();
        Self { input, separator, parser, text_bytes, line: 1 }
    }

    /// Reads the next record, and keeps up to `kept_cells` of its cells.
    pub(crate) fn next(&mut self, kept_cells: usize) -> io::Result<Option<Record>> {
        self.skip_empty_lines()?;
        let mut record = Record { line: self.line, ..Record::default() };
        if let Some(line) = self.unclosed_line() {
            record.is_line = true;
            for cell in cells_of_line(&self.input.rest()[..line], self.separator) {
                record.push(Capped::of(cell, self.text_bytes), kept_cells);
            }
            self.pass(line);
            return Ok(Some(record));
        }
        let mut quotes = 0;
        let mut cell = Capped::default();
        let mut output = [0; 4096];
        loop {
            let input = fill_buf(&mut self.input)?;
            let at_end = input.is_empty();
            let (result, used, written) = self.parser.read_field(input, &mut output);
            quotes += memchr::memchr_iter(b'"', &input[..used]).count();
            self.pass(used);
            cell.push(&output[..written], self.text_bytes);
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end } => {
                    record.push(std::mem::take(&mut cell), kept_cells);
                    if record_end {
                        // Each quoted cell has an even number of quotes, and a quote inside of it is doubled.
                        record.unclosed = at_end && quotes % 2 == 1;
                        return Ok(Some(record));
                    }
                }
                ReadFieldResult::End => return Ok(None),
            }
        }
    }

    /// Returns the length of the next line if a quoted cell in it has no closing quote and would swallow
    /// later lines.
    fn unclosed_line(&mut self) -> Option<usize> {
        loop {
            let length = self.input.rest().len();
            match quotes(self.input.rest(), self.separator, self.input.has_ended()) {
                Quotes::Unclosed(line) => return Some(line),
                Quotes::Unknown if length < WINDOW => self.input.fill((2 * length).clamp(CHUNK, WINDOW)),
                // A record that is longer than the window has a long text.
                Quotes::Closed | Quotes::Unknown => return None,
            }
        }
    }

    fn pass(&mut self, count: usize) {
        self.line += memchr::memchr_iter(b'\n', &self.input.rest()[..count]).count() as u64;
        self.input.consume(count);
    }

    /// The parser skips empty lines too, but then the line of the record would be unknown.
    fn skip_empty_lines(&mut self) -> io::Result<()> {
        loop {
            let breaks =
                fill_buf(&mut self.input)?.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            if breaks == 0 {
                return Ok(());
            }
            self.pass(breaks);
        }
    }
}

impl Record {
    fn push(&mut self, cell: Capped, kept_cells: usize) {
        self.cell_count += 1;
        if self.cells.len() < kept_cells {
            self.cells.push(cell);
        } else if cell.size() > 0 {
            self.dropped_text = true;
        }
    }
}

/// Returns the next bytes, or none at the end.
fn fill_buf<R: Read>(input: &mut Lookahead<R>) -> io::Result<&[u8]> {
    input.fill(1);
    if input.rest().is_empty()
        && let Some(error) = input.take_failure()
    {
        return Err(error);
    }
    Ok(input.rest())
}

/// Returns the separator that occurs most often in a header, outside quotes.
fn separator(start: &[u8]) -> u8 {
    let mut counts = [0; SEPARATORS.len()];
    let mut in_quotes = false;
    for byte in start.trim_ascii_start() {
        match byte {
            b'"' => in_quotes = !in_quotes,
            b'\r' | b'\n' if !in_quotes => break,
            byte if !in_quotes => {
                if let Some(index) = SEPARATORS.iter().position(|separator| separator == byte) {
                    counts[index] += 1;
                }
            }
            _ => {}
        }
    }
    let most = counts.iter().max().copied().unwrap_or_default();
    // The comma comes first, so it is the separator of a file with one column.
    SEPARATORS
        .into_iter()
        .zip(counts)
        .find(|(_, count)| *count == most)
        .map_or(b',', |(separator, _)| separator)
}
