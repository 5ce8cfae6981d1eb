//! Pinboard's JSON file: one array of bookmarks.

use std::io::Read;

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::error::FileError;
use crate::format::Format;
use crate::read::draft::Draft;
use crate::read::json::stream::JsonStream;
use crate::read::opening::Opening;
use crate::row::{Position, Reason, Row};

/// Reads Pinboard's file row by row.
pub(crate) struct PinboardRows<R: Read> {
    /// The file until its end.
    json: Option<JsonStream<R>>,
}

impl<R: Read> PinboardRows<R> {
    pub(crate) fn open(reader: R, opening: &Opening) -> Result<Self, FileError> {
        let mut json = JsonStream::new(Format::Pinboard, reader, opening);
        json.begin_array()?;
        Ok(Self { json: Some(json) })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        let Some(json) = &mut self.json else { return Ok(None) };
        if json.next_element()? {
            return read_bookmark(json).map(Some);
        }
        if let Some(json) = self.json.take() {
            json.end()?;
        }
        Ok(None)
    }
}

fn read_bookmark<R: Read>(json: &mut JsonStream<R>) -> Result<Row, FileError> {
    let mut draft = Draft::new(Position { file: None, line: json.line() }, json.limits());
    if !json.begins_object()? {
        draft.reject(Reason::NotObject);
        return Ok(draft.finish());
    }
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "href" => json.field(&mut draft, Field::Url)?,
            // The API's names are older than the fields: the description is the title.
            "description" => json.field(&mut draft, Field::Title)?,
            "extended" => json.field(&mut draft, Field::Note)?,
            "time" => json.field(&mut draft, Field::Created)?,
            "tags" => {
                if let Some(tags) = json.text()? {
                    draft.tags(&tags, char::is_whitespace);
                }
            }
            "toread" => read_flag(json, &mut draft, "yes", Flag::Unread)?,
            "shared" => read_flag(json, &mut draft, "no", Flag::Private)?,
            _ => json.skip()?,
        }
    }
    Ok(draft.finish())
}

fn read_flag<R: Read>(
    json: &mut JsonStream<R>,
    draft: &mut Draft,
    set: &str,
    flag: Flag,
) -> Result<(), FileError> {
    if json.text()?.is_some_and(|text| text.kept() == set.as_bytes()) {
        draft.flag(flag);
    }
    Ok(())
}
