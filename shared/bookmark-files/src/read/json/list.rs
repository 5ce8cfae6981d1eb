//! JSON files that are one array of bookmarks: those of Pinboard, Omnivore and wallabag.

use std::io::Read;

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::error::FileError;
use crate::format::Format;
use crate::read::draft::Draft;
use crate::read::json::stream::JsonStream;
use crate::read::opening::Opening;
use crate::row::{Position, Reason, Row};

/// Reads an array of bookmarks row by row.
pub(crate) struct ListRows<R: Read> {
    format: Format,
    /// The file until its end.
    json: Option<JsonStream<R>>,
}

/// The meaning of a member of a bookmark.
enum Member {
    Field(Field),
    /// Tags in an array, or in one text separated by white space.
    Tags,
    /// The text that sets a flag, and the flag.
    Flag(&'static str, Flag),
    Unknown,
}

fn member(format: Format, name: &str) -> Member {
    match (format, name) {
        (Format::Pinboard, "href") | (_, "url") => Member::Field(Field::Url),
        // The API's names are older than the fields: the description is the title.
        (Format::Pinboard, "description") | (_, "title") => Member::Field(Field::Title),
        (Format::Pinboard, "extended") => Member::Field(Field::Note),
        (Format::Pinboard, "time") | (Format::Omnivore, "savedAt") | (Format::Wallabag, "created_at") => {
            Member::Field(Field::Created)
        }
        (Format::Pinboard, "toread") => Member::Flag("yes", Flag::Unread),
        (Format::Pinboard, "shared") => Member::Flag("no", Flag::Private),
        // Omnivore takes the description from the page.
        (Format::Omnivore, "description") => Member::Field(Field::Excerpt),
        (Format::Omnivore, "thumbnail") | (Format::Wallabag, "preview_picture") => {
            Member::Field(Field::Cover)
        }
        (Format::Omnivore, "updatedAt") | (Format::Wallabag, "updated_at") => Member::Field(Field::Modified),
        (Format::Omnivore, "state") => Member::Flag("Archived", Flag::Archived),
        (Format::Wallabag, "is_archived") => Member::Flag("1", Flag::Archived),
        (Format::Wallabag, "is_starred") => Member::Flag("1", Flag::Favorite),
        (Format::Pinboard | Format::Wallabag, "tags") | (Format::Omnivore, "labels") => Member::Tags,
        _ => Member::Unknown,
    }
}

impl<R: Read> ListRows<R> {
    pub(crate) fn open(format: Format, reader: R, opening: &Opening) -> Result<Self, FileError> {
        let mut json = JsonStream::new(format, reader, opening);
        json.begin_array()?;
        Ok(Self { format, json: Some(json) })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        let Some(json) = &mut self.json else { return Ok(None) };
        if json.next_element()? {
            return read_bookmark(self.format, json).map(Some);
        }
        if let Some(json) = self.json.take() {
            json.end()?;
        }
        Ok(None)
    }
}

fn read_bookmark<R: Read>(format: Format, json: &mut JsonStream<R>) -> Result<Row, FileError> {
    let mut draft = Draft::new(Position { file: None, line: json.line() }, json.limits());
    if !json.begins_object()? {
        draft.reject(Reason::NotObject);
        return Ok(draft.finish());
    }
    while let Some(name) = json.next_name()? {
        match member(format, &name) {
            Member::Field(field) => json.field(&mut draft, field)?,
            Member::Tags => json.tags(&mut draft, char::is_whitespace)?,
            Member::Flag(set, flag) => json.flag(&mut draft, set, flag)?,
            Member::Unknown => json.skip()?,
        }
    }
    Ok(draft.finish())
}
