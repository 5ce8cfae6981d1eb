//! The header of a CSV file.

use std::collections::BTreeMap;
use std::io::Read;

use crate::entry::field::Field;
use crate::error::{FileError, FileLimit, LimitUnit};
use crate::format::Format;
use crate::read::csv::columns::Column;
use crate::read::csv::records::Records;

/// The number of characters of column names that an error lists.
const LISTED_CHARACTERS: usize = 200;

/// The columns that together identify a file of [`CsvWriter`](crate::CsvWriter).
const OWN: [&str; 5] = ["modified", "archived", "unread", "private", "text"];

/// Reads the header, and returns the meaning of each column. `mapping` has the columns that the user chose.
pub(crate) fn read_header<R: Read>(
    format: Format,
    records: &mut Records<R>,
    limit: usize,
    mapping: &BTreeMap<Field, String>,
) -> Result<Vec<Column>, FileError> {
    let header = records.next(limit)?;
    let cells = header.as_ref().map_or(0, |header| header.cell_count);
    if cells > limit as u64 {
        return Err(FileLimit::new(LimitUnit::Columns, limit).into());
    }
    let names: Vec<_> =
        header.iter().flat_map(|header| &header.cells).map(|cell| column_name(cell.kept())).collect();
    let mut columns = meanings(format, &names);
    for (field, name) in mapping {
        let wanted = column_name(name.as_bytes());
        let Some(index) = names.iter().position(|name| *name == wanted) else {
            let columns = names.join(", ").chars().take(LISTED_CHARACTERS).collect();
            return Err(FileError::NoColumn { column: name.clone(), columns });
        };
        let column = Column::mapped(*field);
        for other in columns.iter_mut().filter(|other| other.is_of(*field)) {
            *other = Column::Unknown;
        }
        columns[index] = column;
    }
    // Entries need an address or a text.
    let has = |field| columns.contains(&Column::Field(field));
    if !has(Field::Url) && !has(Field::Text) {
        return Err(FileError::Missing { format, part: "column \"url\"" });
    }
    Ok(columns)
}

fn meanings(format: Format, names: &[String]) -> Vec<Column> {
    if format != Format::Csv {
        return names.iter().map(|name| Column::named(format, name)).collect();
    }
    if is_own(names) {
        return names.iter().map(|name| Column::of_own(name)).collect();
    }
    let mut columns: Vec<Column> = Vec::new();
    let has_note = names.iter().any(|name| name != "description" && Column::usual(name).is_of(Field::Note));
    for name in names {
        let column = match Column::usual(name) {
            // Next to a note, the description is that of the page.
            _ if name == "description" && has_note => Column::Field(Field::Excerpt),
            column => column,
        };
        // If several columns have the same field, the first one counts.
        let is_second = matches!(column, Column::Field(_)) && columns.contains(&column);
        columns.push(if is_second { Column::Unknown } else { column });
    }
    columns
}

/// Returns whether [`CsvWriter`](crate::CsvWriter) wrote the header.
pub(crate) fn is_own(names: &[String]) -> bool {
    OWN.iter().all(|own| names.iter().any(|name| name == own))
}

/// Returns the name of a column in lower case, without spaces around it.
pub(crate) fn column_name(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).trim().to_lowercase()
}
