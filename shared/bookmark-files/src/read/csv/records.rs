//! The records of a CSV file in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

use csv_core::ReadFieldResult;

use crate::read::capped::Capped;

/// Reads a CSV file record by record.
///
/// It drives `csv-core` itself, because the reader of `csv` holds a whole record, which is as large as the file when a quote is
/// missing.
pub(crate) struct Records<R: Read> {
    input: BufReader<R>,
    parser: csv_core::Reader,
    text_bytes: usize,
    /// The line of the next byte.
    line: u64,
}

/// One record. Only the beginnings of its first cells are kept.
#[derive(Debug)]
pub(crate) struct Record {
    /// The line on which the record starts.
    pub(crate) line: u64,
    pub(crate) cells: Vec<Capped>,
    /// The number of all cells.
    pub(crate) cell_count: u64,
    /// Whether a cell that is not kept has a text.
    pub(crate) dropped_text: bool,
    /// Whether the file ends inside a quoted cell of the record.
    pub(crate) unclosed: bool,
}

/// The separators of cells.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

impl<R: Read> Records<R> {
    /// Reads records whose cells have the separator between them that the first line has most often.
    pub(crate) fn new(input: R, text_bytes: usize) -> io::Result<Self> {
        let mut input = BufReader::new(input);
        let start = input.fill_buf()?;
        // Excel's own line before the header.
        let named =
            start.len() > 5 && start[..4].eq_ignore_ascii_case(b"sep=") && matches!(start[5], b'\r' | b'\n');
        let separator = if named { start[4] } else { separator(start) };
        if named {
            input.consume(5);
        }
        let parser = csv_core::ReaderBuilder::new().delimiter(separator).build();
        Ok(Self { input, parser, text_bytes, line: 1 })
    }

    /// Reads the next record, and keeps up to `kept_cells` of its cells.
    pub(crate) fn next(&mut self, kept_cells: usize) -> io::Result<Option<Record>> {
        self.skip_empty_lines()?;
        let mut record = Record {
            line: self.line,
            cells: Vec::new(),
            cell_count: 0,
            dropped_text: false,
            unclosed: false,
        };
        let mut quotes = 0;
        let mut cell = Capped::default();
        let mut output = [0; 4096];
        loop {
            let input = self.input.fill_buf()?;
            let at_end = input.is_empty();
            let (result, used, written) = self.parser.read_field(input, &mut output);
            quotes += memchr::memchr_iter(b'"', &input[..used]).count();
            self.line += memchr::memchr_iter(b'\n', &input[..used]).count() as u64;
            self.input.consume(used);
            cell.push(&output[..written], self.text_bytes);
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end } => {
                    record.cell_count += 1;
                    if record.cells.len() < kept_cells {
                        record.cells.push(std::mem::take(&mut cell));
                    } else if cell.size() > 0 {
                        record.dropped_text = true;
                    }
                    cell.clear();
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

    /// The parser skips empty lines too, but then the line of the record would be unknown.
    fn skip_empty_lines(&mut self) -> io::Result<()> {
        loop {
            let input = self.input.fill_buf()?;
            let breaks = input.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            if breaks == 0 {
                return Ok(());
            }
            self.line += memchr::memchr_iter(b'\n', &input[..breaks]).count() as u64;
            self.input.consume(breaks);
        }
    }
}

/// Returns the separator that a header has most often, outside of quotes.
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
    // The first one is the comma, also of a file with one column.
    SEPARATORS
        .into_iter()
        .zip(counts)
        .find(|(_, count)| *count == most)
        .map_or(b',', |(separator, _)| separator)
}
