//! The bodies of requests that begin an import or an export.

use favorites::limits::TAGS_PER_FAVORITE;
use favorites::{ExportFormat, Fault, ImportOptions};
use serde_json::Value;

use crate::body;
use crate::problem::Problem;
use crate::request::Request;
use favorites::json::{Fields, FromJson};

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
            tag_names: tag_names.unwrap_or_default(),
        };
        fields.finish();
        Some(Self { bytes: bytes?, options })
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
