//! The rows of a CSV file.

use std::io::Read;

use crate::entry::field::Field;
use crate::entry::remark::Remark;
use crate::error::FileError;
use crate::format::Format;
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::csv::columns::Column;
use crate::read::csv::header::read_header;
use crate::read::csv::records::{Record, Records};
use crate::read::draft::Draft;
use crate::read::opening::{Opening, Text};
use crate::row::{Position, Reason, Row};

/// Reads a CSV file row by row.
pub(crate) struct CsvRows<R: Read> {
    limits: Limits,
    columns: Vec<Column>,
    records: Records<Text<R>>,
}

impl<R: Read> CsvRows<R> {
    /// Reads the header.
    pub(crate) fn open(format: Format, reader: R, opening: &Opening) -> Result<Self, FileError> {
        let limits = opening.limits;
        let mut records = Records::new(opening.text(reader), limits.text_bytes);
        let columns = read_header(format, &mut records, limits.columns, &opening.columns)?;
        Ok(Self { limits, columns, records })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        let record = self.records.next(self.limits.columns)?;
        Ok(record.map(|record| self.row(&record)))
    }

    fn row(&self, record: &Record) -> Row {
        let mut draft = Draft::new(Position { file: None, line: record.line }, self.limits);
        let (expected, found) = (self.columns.len(), record.cell_count);
        if record.is_line {
            draft.remark(Remark::UnclosedQuote);
        }
        if record.unclosed {
            draft.reject(Reason::UnclosedQuote);
        } else if found != expected as u64 {
            let more = record.cells.get(expected..).unwrap_or_default();
            if record.dropped_text || more.iter().any(|cell| !cell.kept().trim_ascii().is_empty()) {
                return self.shifted_row(draft, record);
            }
            draft.remark(Remark::CellCount { expected, found });
        }
        for (column, cell) in self.columns.iter().zip(&record.cells) {
            column.read(&mut draft, cell);
        }
        draft.finish()
    }

    /// Reads a row with more texts than the header has columns. The cells can't be assigned to columns, but
    /// the only web address among them is the entry's address.
    fn shifted_row(&self, mut draft: Draft, record: &Record) -> Row {
        let (expected, found) = (self.columns.len(), record.cell_count);
        let is_address =
            |cell: &&Capped| cell.kept().starts_with(b"http://") || cell.kept().starts_with(b"https://");
        let mut addresses = record.cells.iter().filter(is_address);
        let (Some(address), None, false) = (addresses.next(), addresses.next(), record.dropped_text) else {
            draft.reject(Reason::CellCount { expected, found });
            return draft.finish();
        };
        draft.remark(Remark::CellCount { expected, found });
        draft.set(Field::Url, address);
        let mut note = Capped::default();
        for cell in record.cells.iter().filter(|cell| !is_address(cell) && cell.size() > 0) {
            if note.size() > 0 {
                note.push(b", ", self.limits.text_bytes);
            }
            note.append(cell, self.limits.text_bytes);
        }
        draft.set(Field::Note, &note);
        draft.finish()
    }
}
