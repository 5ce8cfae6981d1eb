//! The limits and state that all readers of a file share.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

use crate::entry::field::Field;
use crate::error::{FileLimit, LimitUnit};
use crate::limits::Limits;
use crate::read::metered::{EntryBytes, EntryMeter, Metered};
use crate::read::text::reader::{Assumed, TextReader};

/// The text of a file within its limits.
pub(crate) type Text<R> = EntryBytes<TextReader<Metered<R>>>;

/// The limits of a file, and the state that its readers share.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    pub(crate) limits: Limits,
    pub(crate) entry: EntryMeter,
    pub(crate) assumed: Assumed,
    /// The columns that the user chose for fields of a CSV file.
    pub(crate) columns: Arc<BTreeMap<Field, String>>,
    /// The maximum bytes of the file: the limit, less the bytes of earlier files in the ZIP.
    pub(crate) file_bytes: u64,
}

impl Opening {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            entry: EntryMeter::new(limits.entry_bytes),
            assumed: Assumed::default(),
            columns: Arc::default(),
            file_bytes: limits.file_bytes,
        }
    }

    /// Returns a reader of the text from the current place, in any encoding.
    pub(crate) fn text<R: Read>(&self, reader: R) -> Text<R> {
        let limit = FileLimit { unit: LimitUnit::FileBytes, limit: self.limits.file_bytes };
        let bytes = Metered::new(reader, self.file_bytes, limit);
        EntryBytes::new(TextReader::with(bytes, self.assumed.clone()), self.entry.clone())
    }
}
