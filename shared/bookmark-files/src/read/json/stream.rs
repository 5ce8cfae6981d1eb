//! JSON as a stream, with bounded texts.

use std::io::{self, Read};

use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ReaderSettings, ValueType};

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::entry::remark::Remark;
use crate::error::FileError;
use crate::format::Format;
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::draft::Draft;
use crate::read::json::errors::Context;
use crate::read::json::names::NameMeter;
use crate::read::json::source::{Failure, Source};
use crate::read::metered::EntryMeter;
use crate::read::opening::Opening;

/// Reads one JSON file value by value.
pub(crate) struct JsonStream<R: Read> {
    format: Format,
    limits: Limits,
    reader: JsonStreamReader<Source<R>>,
    failure: Failure,
    entry: EntryMeter,
}

/// A value where a text is expected.
enum Value {
    Text(Capped),
    /// A number as the file has it.
    Number(Capped),
    Boolean(bool),
    Null,
    /// An array or object, which is skipped.
    Structure,
}

impl<R: Read> JsonStream<R> {
    /// Reads a file from its current place.
    pub(crate) fn new(format: Format, reader: R, opening: &Opening) -> Self {
        let limits = opening.limits;
        let settings = ReaderSettings {
            track_path: false,
            max_nesting_depth: Some(u32::try_from(limits.depth).unwrap_or(u32::MAX)),
            ..ReaderSettings::default()
        };
        let failure = Failure::default();
        let names = NameMeter::new(limits.depth, limits.text_bytes);
        let source = Source::new(opening.text(reader), names, failure.clone());
        let reader = JsonStreamReader::new_custom(source, settings);
        Self { format, limits, reader, failure, entry: opening.entry.clone() }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The line of the next value, from 1. It is only right after a call that looks at the value, such as
    /// [`Self::has_next`].
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

    /// As [`Self::next_element`]. The value is an entry of its own, which may have as many bytes as one.
    pub(crate) fn next_entry(&mut self) -> Result<bool, FileError> {
        self.entry.begin();
        self.next_element()
    }

    fn has_next(&mut self) -> Result<bool, FileError> {
        let next = self.reader.has_next();
        self.known(next)
    }

    pub(crate) fn skip(&mut self) -> Result<(), FileError> {
        let skipped = self.reader.skip_value();
        self.known(skipped)
    }

    /// Skips a value. Each value in an array is an entry of its own.
    pub(crate) fn skip_each(&mut self) -> Result<(), FileError> {
        if self.begins_array()? {
            while self.next_entry()? {
                self.skip()?;
            }
        }
        Ok(())
    }

    /// Reads the end of the file.
    pub(crate) fn end(self) -> Result<(), FileError> {
        let context = self.context();
        self.reader.consume_trailing_whitespace().map_err(|error| context.file_error(error))
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
    fn value(&mut self) -> Result<Value, FileError> {
        let next = self.reader.peek();
        match self.known(next)? {
            ValueType::String => self.string().map(Value::Text),
            ValueType::Number => {
                let number = self.reader.next_number_as_string();
                self.known(number).map(|number| Value::Number(self.capped(&number)))
            }
            ValueType::Boolean => {
                let boolean = self.reader.next_bool();
                self.known(boolean).map(Value::Boolean)
            }
            ValueType::Null => self.skip().map(|()| Value::Null),
            ValueType::Array | ValueType::Object => self.skip().map(|()| Value::Structure),
        }
    }

    /// Reads an id, a date or a state: a text, number or boolean as the file has it.
    pub(crate) fn text(&mut self) -> Result<Option<Capped>, FileError> {
        Ok(match self.value()? {
            Value::Text(text) | Value::Number(text) => Some(text),
            Value::Boolean(boolean) => Some(self.capped(&boolean.to_string())),
            Value::Null | Value::Structure => None,
        })
    }

    /// Reads the value of an entry's field.
    pub(crate) fn field(&mut self, draft: &mut Draft, field: Field) -> Result<(), FileError> {
        match self.value()? {
            Value::Text(text) => draft.set(field, &text),
            Value::Number(number) if matches!(field, Field::Created | Field::Modified | Field::Tags) => {
                draft.set(field, &number);
            }
            // Some services write `false` where there is no text.
            Value::Null | Value::Boolean(false) => {}
            Value::Number(_) | Value::Boolean(true) | Value::Structure => {
                draft.remark(Remark::NotText { field });
            }
        }
        Ok(())
    }

    /// Reads the tags of an entry: an array of texts, an array of objects with a name, or one text.
    pub(crate) fn tags(&mut self, draft: &mut Draft, separates: fn(char) -> bool) -> Result<(), FileError> {
        let next = self.reader.peek();
        if self.known(next)? != ValueType::Array {
            match self.value()? {
                Value::Text(tags) | Value::Number(tags) => draft.tags(&tags, separates),
                Value::Null | Value::Boolean(false) => {}
                Value::Boolean(true) | Value::Structure => {
                    draft.remark(Remark::NotText { field: Field::Tags });
                }
            }
            return Ok(());
        }
        self.begin_array()?;
        while self.next_element()? {
            if !self.next_is_object()? {
                self.field(draft, Field::Tags)?;
                continue;
            }
            self.begin_object()?;
            while let Some(name) = self.next_name()? {
                match name.as_str() {
                    "name" | "label" => self.field(draft, Field::Tags)?,
                    _ => self.skip()?,
                }
            }
        }
        Ok(())
    }

    /// Sets a flag if the value is this text, number or boolean. `true` counts as 1.
    pub(crate) fn flag(&mut self, draft: &mut Draft, set: &str, flag: Flag) -> Result<(), FileError> {
        let is_set = |text: Capped| text.kept() == set.as_bytes() || set == "1" && text.kept() == b"true";
        if self.text()?.is_some_and(is_set) {
            draft.flag(flag);
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
        result.map_err(|error| self.context().file_error(error))
    }

    fn context(&self) -> Context {
        Context {
            format: self.format,
            depth: self.limits.depth,
            line: self.line(),
            failure: self.failure.clone(),
        }
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
