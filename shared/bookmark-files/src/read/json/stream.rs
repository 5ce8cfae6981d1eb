//! JSON as a stream, with bounded texts.

use std::io::{self, Read, Seek, SeekFrom};

use struson::reader::{
    JsonReader, JsonStreamReader, JsonSyntaxError, ReaderError, ReaderSettings, SyntaxErrorKind, ValueType,
};

use crate::entry::field::Field;
use crate::entry::remark::Remark;
use crate::error::{FileError, FileLimit, LimitUnit};
use crate::format::Format;
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::draft::Draft;
use crate::read::metered::Metered;

/// Reads one JSON file value by value.
pub(crate) struct JsonStream<R: Read> {
    format: Format,
    limits: Limits,
    reader: JsonStreamReader<Metered<R>>,
}

/// A value where a text is expected.
pub(crate) enum Value {
    /// A text, number or boolean, as in the file.
    Text(Capped),
    Null,
    /// An array or object, which is skipped.
    Structure,
}

impl<R: Read> JsonStream<R> {
    /// Reads from the current place, which is after a byte order mark.
    pub(crate) fn new(format: Format, reader: R, limits: Limits) -> Self {
        let settings = ReaderSettings {
            track_path: false,
            max_nesting_depth: Some(u32::try_from(limits.depth).unwrap_or(u32::MAX)),
            ..ReaderSettings::default()
        };
        let reader = Metered::new(reader, LimitUnit::FileBytes, limits.file_bytes);
        Self { format, limits, reader: JsonStreamReader::new_custom(reader, settings) }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The line of the next value, from 1. It is only right after a call that looks at the value, such as [`Self::has_next`].
    pub(crate) fn line(&self) -> u64 {
        let position = self.reader.current_position(false);
        position.line_pos.map_or(1, |position| position.line + 1)
    }

    pub(crate) fn next_is_object(&mut self) -> Result<bool, FileError> {
        let next = self.reader.peek();
        Ok(self.known(next)? == ValueType::Object)
    }

    pub(crate) fn begin_object(&mut self) -> Result<(), FileError> {
        let begun = self.reader.begin_object();
        self.known(begun)
    }

    pub(crate) fn begin_array(&mut self) -> Result<(), FileError> {
        let begun = self.reader.begin_array();
        self.known(begun)
    }

    /// Returns the next name of the object, or ends the object.
    pub(crate) fn next_name(&mut self) -> Result<Option<String>, FileError> {
        if self.has_next()? {
            let name = self.reader.next_name_owned();
            return self.known(name).map(Some);
        }
        let ended = self.reader.end_object();
        self.known(ended)?;
        Ok(None)
    }

    /// Returns whether the array has a next value, or ends the array.
    pub(crate) fn next_element(&mut self) -> Result<bool, FileError> {
        if self.has_next()? {
            return Ok(true);
        }
        let ended = self.reader.end_array();
        self.known(ended)?;
        Ok(false)
    }

    fn has_next(&mut self) -> Result<bool, FileError> {
        let next = self.reader.has_next();
        self.known(next)
    }

    pub(crate) fn skip(&mut self) -> Result<(), FileError> {
        let skipped = self.reader.skip_value();
        self.known(skipped)
    }

    /// Reads the end of the file.
    pub(crate) fn end(self) -> Result<(), FileError> {
        let (format, limits, line) = (self.format, self.limits, self.line());
        self.reader.consume_trailing_whitespace().map_err(|error| file_error(format, limits, line, error))
    }

    /// Begins an array, or skips any other value and returns `false`.
    pub(crate) fn begins_array(&mut self) -> Result<bool, FileError> {
        let next = self.reader.peek();
        if self.known(next)? == ValueType::Array {
            self.begin_array()?;
            return Ok(true);
        }
        self.skip()?;
        Ok(false)
    }

    /// Begins an object, or skips any other value and returns `false`.
    pub(crate) fn begins_object(&mut self) -> Result<bool, FileError> {
        if self.next_is_object()? {
            self.begin_object()?;
            return Ok(true);
        }
        self.skip()?;
        Ok(false)
    }

    /// Reads a value where a text is expected.
    pub(crate) fn value(&mut self) -> Result<Value, FileError> {
        let next = self.reader.peek();
        match self.known(next)? {
            ValueType::String => self.string().map(Value::Text),
            ValueType::Number => {
                let number = self.reader.next_number_as_string();
                self.known(number).map(|number| Value::Text(self.capped(&number)))
            }
            ValueType::Boolean => {
                let boolean = self.reader.next_bool();
                self.known(boolean).map(|boolean| Value::Text(self.capped(&boolean.to_string())))
            }
            ValueType::Null => self.skip().map(|()| Value::Null),
            ValueType::Array | ValueType::Object => self.skip().map(|()| Value::Structure),
        }
    }

    /// Reads a value where a text is expected, or returns `None`.
    pub(crate) fn text(&mut self) -> Result<Option<Capped>, FileError> {
        Ok(match self.value()? {
            Value::Text(text) => Some(text),
            Value::Null | Value::Structure => None,
        })
    }

    /// Reads the value of an entry's field.
    pub(crate) fn field(&mut self, draft: &mut Draft, field: Field) -> Result<(), FileError> {
        match self.value()? {
            Value::Text(text) => draft.set(field, &text),
            Value::Null => {}
            Value::Structure => draft.remark(Remark::NotText { field }),
        }
        Ok(())
    }

    fn capped(&self, text: &str) -> Capped {
        Capped::of(text.as_bytes(), self.limits.text_bytes)
    }

    fn string(&mut self) -> Result<Capped, FileError> {
        let read = read_string(&mut self.reader, self.limits.text_bytes);
        self.known(read)
    }

    fn known<T>(&self, result: Result<T, ReaderError>) -> Result<T, FileError> {
        result.map_err(|error| file_error(self.format, self.limits, self.line(), error))
    }
}

/// Reads a string without holding more than `limit` bytes of it.
fn read_string<R: JsonReader>(reader: &mut R, limit: usize) -> Result<Capped, ReaderError> {
    let location = reader.current_position(false);
    let mut string = reader.next_string_reader()?;
    let mut text = Capped::default();
    let mut buffer = [0; 4096];
    loop {
        match string.read(&mut buffer) {
            Ok(0) => return Ok(text),
            Ok(read) => text.push(&buffer[..read], limit),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ReaderError::IoError { error, location }),
        }
    }
}

fn file_error(format: Format, limits: Limits, line: u64, error: ReaderError) -> FileError {
    match error {
        ReaderError::SyntaxError(syntax) if ends_early(syntax.kind) => FileError::Truncated { format, line },
        ReaderError::MaxNestingDepthExceeded { .. } => FileLimit::new(LimitUnit::Depth, limits.depth).into(),
        ReaderError::IoError { error, .. } => io_error(format, line, error),
        error => FileError::Malformed { format, line, source: Box::new(error) },
    }
}

fn ends_early(kind: SyntaxErrorKind) -> bool {
    matches!(kind, SyntaxErrorKind::IncompleteDocument)
}

/// The parser reports bytes that are not UTF-8, and errors inside strings, as errors of the source.
fn io_error(format: Format, line: u64, error: io::Error) -> FileError {
    if let Some(limit) = FileLimit::in_io(&error) {
        return limit.into();
    }
    match error.get_ref().and_then(|inner| inner.downcast_ref::<JsonSyntaxError>()) {
        Some(syntax) if ends_early(syntax.kind) => FileError::Truncated { format, line },
        Some(_) => FileError::Malformed { format, line, source: Box::new(error) },
        None if error.kind() == io::ErrorKind::InvalidData => {
            FileError::Malformed { format, line, source: Box::new(error) }
        }
        None => FileError::Io(error),
    }
}

/// Goes to the first byte of the JSON text, after a byte order mark if there is one.
pub(crate) fn rewind<R: Read + Seek>(reader: &mut R) -> io::Result<()> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    reader.rewind()?;
    let mut start = Vec::new();
    reader.by_ref().take(MARK.len() as u64).read_to_end(&mut start)?;
    let text = if start == MARK { MARK.len() as u64 } else { 0 };
    reader.seek(SeekFrom::Start(text))?;
    Ok(())
}
