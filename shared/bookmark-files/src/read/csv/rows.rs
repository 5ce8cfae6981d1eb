//! The rows of a CSV file.

use std::io::Read;

use crate::entry::field::Field;
use crate::error::{FileError, FileLimit, LimitUnit};
use crate::format::Format;
use crate::limits::Limits;
use crate::read::csv::columns::Column;
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
        let columns = read_header(format, &mut records, limits.columns)?;
        if !columns.contains(&Column::Field(Field::Url)) {
            return Err(FileError::Missing { format, part: "column \"url\"" });
        }
        Ok(Self { limits, columns, records })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        let record = self.records.next(self.columns.len())?;
        Ok(record.map(|record| self.row(&record)))
    }

    fn row(&self, record: &Record) -> Row {
        let position = Position { file: None, line: record.line };
        let mut draft = Draft::new(position, self.limits);
        let expected = self.columns.len();
        if record.unclosed {
            draft.reject(Reason::UnclosedQuote);
        } else if record.cell_count != expected as u64 {
            draft.reject(Reason::CellCount { expected, found: record.cell_count });
        }
        for (column, cell) in self.columns.iter().zip(&record.cells) {
            column.read(&mut draft, cell);
        }
        draft.finish()
    }
}

fn read_header<R: Read>(
    format: Format,
    records: &mut Records<R>,
    limit: usize,
) -> Result<Vec<Column>, FileError> {
    let Some(header) = records.next(limit)? else { return Ok(Vec::new()) };
    if header.cell_count > limit as u64 {
        return Err(FileLimit::new(LimitUnit::Columns, limit).into());
    }
    Ok(header.cells.iter().map(|cell| Column::named(format, &column_name(cell.kept()))).collect())
}

/// Returns the name of a column, in lower case as the services write it.
pub(crate) fn column_name(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).trim().to_ascii_lowercase()
}
