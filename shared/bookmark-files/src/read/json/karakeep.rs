//! Karakeep's JSON file: an object with the bookmarks, and the lists that they are in.

use std::io::{Read, Seek};

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::error::FileError;
use crate::format::Format;
use crate::read::draft::Draft;
use crate::read::json::folders::{Folder, FolderTree};
use crate::read::json::stream::JsonStream;
use crate::read::opening::Opening;
use crate::row::{Position, Reason, Row};

/// Reads Karakeep's file row by row.
pub(crate) struct KarakeepRows<R: Read> {
    lists: FolderTree,
    /// The file until its end.
    json: Option<JsonStream<R>>,
    in_bookmarks: bool,
    had_bookmarks: bool,
}

impl<R: Read + Seek> KarakeepRows<R> {
    /// Reads the lists, which come after the bookmarks, and goes back to the beginning.
    pub(crate) fn open(mut reader: R, opening: &Opening) -> Result<Self, FileError> {
        let mut lists = FolderTree::new(opening.limits);
        let mut json = JsonStream::new(Format::Karakeep, &mut reader, opening);
        match read_lists(&mut json, &mut lists) {
            // A damaged file ends at the same place in the second reading, after the rows before it.
            Ok(()) | Err(FileError::Malformed { .. } | FileError::Truncated { .. }) => {}
            Err(error) => return Err(error),
        }
        reader.rewind()?;
        let mut json = JsonStream::new(Format::Karakeep, reader, opening);
        json.begin_object()?;
        Ok(Self { lists, json: Some(json), in_bookmarks: false, had_bookmarks: false })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        let Some(json) = &mut self.json else { return Ok(None) };
        loop {
            if self.in_bookmarks {
                if json.next_element()? {
                    return read_bookmark(json, &self.lists).map(Some);
                }
                self.in_bookmarks = false;
            }
            match json.next_name()?.as_deref() {
                Some("bookmarks") => {
                    json.begin_array()?;
                    self.in_bookmarks = true;
                    self.had_bookmarks = true;
                }
                Some(_) => json.skip_each()?,
                None => break,
            }
        }
        if let Some(json) = self.json.take() {
            json.end()?;
        }
        if self.had_bookmarks {
            Ok(None)
        } else {
            Err(FileError::Missing { format: Format::Karakeep, part: "array \"bookmarks\"" })
        }
    }
}

fn read_lists<R: Read>(json: &mut JsonStream<R>, lists: &mut FolderTree) -> Result<(), FileError> {
    json.begin_object()?;
    while let Some(name) = json.next_name()? {
        if name != "lists" {
            json.skip_each()?;
        } else if json.begins_array()? {
            while json.next_entry()? {
                if json.begins_object()? {
                    lists.add(read_list(json)?)?;
                }
            }
        }
    }
    Ok(())
}

fn read_list<R: Read>(json: &mut JsonStream<R>) -> Result<Folder, FileError> {
    let mut list = Folder::default();
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "id" => list.id = json.text()?.unwrap_or_default().kept().to_vec(),
            "name" => list.name = json.text()?.unwrap_or_default(),
            "parentId" => list.parent = json.text()?.map(|id| id.kept().to_vec()),
            _ => json.skip()?,
        }
    }
    Ok(list)
}

fn read_bookmark<R: Read>(json: &mut JsonStream<R>, lists: &FolderTree) -> Result<Row, FileError> {
    let mut draft = Draft::new(Position { file: None, line: json.line() }, json.limits());
    if !json.begins_object()? {
        draft.reject(Reason::NotObject);
        return Ok(draft.finish());
    }
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "createdAt" => json.field(&mut draft, Field::Created)?,
            "title" => json.field(&mut draft, Field::Title)?,
            "note" => json.field(&mut draft, Field::Note)?,
            "content" => read_content(json, &mut draft)?,
            "tags" => json.tags(&mut draft, |character| character == ',')?,
            "lists" if json.begins_array()? => {
                while json.next_element()? {
                    if let Some(id) = json.text()? {
                        draft.folder_named(lists.names(id.kept())?.into_iter());
                    }
                }
            }
            "archived" => json.flag(&mut draft, "true", Flag::Archived)?,
            // `begins_array` has skipped it.
            "lists" => {}
            _ => json.skip()?,
        }
    }
    Ok(draft.finish())
}

/// Reads the content: an address, a text, or `null` for a file that the user uploaded.
fn read_content<R: Read>(json: &mut JsonStream<R>, draft: &mut Draft) -> Result<(), FileError> {
    if !json.begins_object()? {
        return Ok(());
    }
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "url" => json.field(draft, Field::Url)?,
            "text" => json.field(draft, Field::Text)?,
            _ => json.skip()?,
        }
    }
    Ok(())
}
