//! The bodies of requests that begin an import or an export.

use std::collections::BTreeMap;

use favorites::limits::TAGS_PER_FAVORITE;
use favorites::{ColumnName, CsvField, ExportFormat, Fault, ImportOptions};
use serde_json::Value;

use crate::body;
use crate::problem::Problem;
use crate::request::Request;
use favorites::json::{Fields, FromJson, excerpt, pointer};

/// The body that begins an import.
#[derive(Debug)]
pub struct NewImport {
    /// The bytes of the file.
    pub bytes: u64,
    /// The options.
    pub options: ImportOptions,
}

/// The body that begins an export.
struct NewExport(ExportFormat);

impl Request {
    /// Reads the body as an import to begin.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn new_import(&self) -> Result<NewImport, Problem> {
        body::read(self)
    }

    /// Reads the body as an export to begin, and returns its format.
    ///
    /// # Errors
    /// As [`new_import`](Self::new_import).
    pub fn export_format(&self) -> Result<ExportFormat, Problem> {
        body::read(self).map(|NewExport(format)| format)
    }
}

impl FromJson for NewImport {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let bytes = fields.required("bytes");
        let tag_names =
            if fields.has("tagNames") { fields.elements("tagNames", (0, TAGS_PER_FAVORITE)) } else { None };
        let options = ImportOptions {
            format: fields.optional("format"),
            dry_run: fields.optional("dryRun").unwrap_or_default(),
            on_existing: fields.optional("onExisting").unwrap_or_default(),
            columns: fields.optional("columns").map(|Columns(columns)| columns).unwrap_or_default(),
            tag_names: tag_names.unwrap_or_default(),
        };
        fields.finish();
        Some(Self { bytes: bytes?, options })
    }
}

/// The columns of the fields of a CSV file.
struct Columns(BTreeMap<CsvField, ColumnName>);

impl FromJson for Columns {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        // Only to have the fault of a value that is not an object.
        Fields::of(value, at, faults)?;
        let mut columns = BTreeMap::new();
        for (name, column) in value.as_object().into_iter().flatten() {
            let at = pointer(at, &excerpt(name));
            let field = CsvField::try_from(name.clone());
            let field = field.map_err(|error| faults.push(Fault::new(&at, error))).ok();
            let column = ColumnName::from_json(column, &at, faults);
            columns.extend(field.zip(column));
        }
        Some(Self(columns))
    }
}

impl FromJson for NewExport {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let format = fields.required("format");
        fields.finish();
        format.map(Self)
    }
}
