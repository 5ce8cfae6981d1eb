//! Linkwarden's JSON file: a user with collections, which have the links.

use std::collections::HashSet;
use std::io::{Read, Seek};

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::error::FileError;
use crate::format::Format;
use crate::read::capped::Capped;
use crate::read::draft::Draft;
use crate::read::json::folders::{Folder, FolderTree};
use crate::read::json::stream::JsonStream;
use crate::read::opening::Opening;
use crate::row::{Position, Reason, Row};

/// The collection for links without a collection, which each user has.
const UNORGANIZED: &[u8] = b"Unorganized";

/// Reads Linkwarden's file row by row.
pub(crate) struct LinkwardenRows<R: Read> {
    user: User,
    /// The number of collections before the current one.
    collection: usize,
    /// The file until its end.
    json: Option<JsonStream<R>>,
    place: Place,
    had_collections: bool,
}

/// The parts of the file that entries need and that come after them.
struct User {
    collections: FolderTree,
    /// The ids of the collections, in their order.
    ids: Vec<Vec<u8>>,
    /// The ids of the links that the user pinned.
    pinned: HashSet<Vec<u8>>,
}

/// The innermost array or object whose next value comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    User,
    Collections,
    Collection,
    Links,
}

impl<R: Read + Seek> LinkwardenRows<R> {
    /// Reads the collections, whose parents can come later, and the pinned links, and goes back to the
    /// beginning.
    pub(crate) fn open(mut reader: R, opening: &Opening) -> Result<Self, FileError> {
        let mut user =
            User { collections: FolderTree::new(opening.limits), ids: Vec::new(), pinned: HashSet::new() };
        let mut json = JsonStream::new(Format::Linkwarden, &mut reader, opening);
        match read_user(&mut json, &mut user) {
            // A damaged file ends at the same place in the second reading, after the rows before it.
            Ok(()) | Err(FileError::Malformed { .. } | FileError::Truncated { .. }) => {}
            Err(error) => return Err(error),
        }
        reader.rewind()?;
        let mut json = JsonStream::new(Format::Linkwarden, reader, opening);
        json.begin_object()?;
        Ok(Self { user, collection: 0, json: Some(json), place: Place::User, had_collections: false })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        let Some(json) = &mut self.json else { return Ok(None) };
        loop {
            match self.place {
                Place::Links if json.next_element()? => {
                    return read_link(json, &self.user, self.collection).map(Some);
                }
                Place::Links => self.place = Place::Collection,
                Place::Collection => match json.next_name()?.as_deref() {
                    Some("links") if json.begins_array()? => self.place = Place::Links,
                    Some("links") => {}
                    Some(_) => json.skip_each()?,
                    None => {
                        self.collection += 1;
                        self.place = Place::Collections;
                    }
                },
                Place::Collections if json.next_entry()? => {
                    if json.begins_object()? {
                        self.place = Place::Collection;
                    }
                }
                Place::Collections => self.place = Place::User,
                Place::User => match json.next_name()?.as_deref() {
                    Some("collections") => {
                        json.begin_array()?;
                        self.had_collections = true;
                        self.place = Place::Collections;
                    }
                    Some(_) => json.skip_each()?,
                    None => break,
                },
            }
        }
        if let Some(json) = self.json.take() {
            json.end()?;
        }
        if self.had_collections {
            Ok(None)
        } else {
            Err(FileError::Missing { format: Format::Linkwarden, part: "array \"collections\"" })
        }
    }
}

fn read_user<R: Read>(json: &mut JsonStream<R>, user: &mut User) -> Result<(), FileError> {
    json.begin_object()?;
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "collections" if json.begins_array()? => {
                while json.next_entry()? {
                    if json.begins_object()? {
                        let collection = read_collection(json)?;
                        user.collections.hold(collection.id.len())?;
                        user.ids.push(collection.id.clone());
                        user.collections.add(collection)?;
                    }
                }
            }
            "pinnedLinks" if json.begins_array()? => {
                while json.next_entry()? {
                    read_pinned(json, user)?;
                }
            }
            "collections" | "pinnedLinks" => {}
            _ => json.skip_each()?,
        }
    }
    Ok(())
}

fn read_collection<R: Read>(json: &mut JsonStream<R>) -> Result<Folder, FileError> {
    let mut collection = Folder::default();
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "id" => collection.id = json.text()?.unwrap_or_default().kept().to_vec(),
            "name" => collection.name = json.text()?.unwrap_or_default(),
            "parentId" => collection.parent = json.text()?.map(|id| id.kept().to_vec()),
            _ => json.skip_each()?,
        }
    }
    if collection.parent.is_none() && collection.name.kept().trim_ascii() == UNORGANIZED {
        collection.name = Capped::default();
    }
    Ok(collection)
}

fn read_pinned<R: Read>(json: &mut JsonStream<R>, user: &mut User) -> Result<(), FileError> {
    if !json.begins_object()? {
        return Ok(());
    }
    while let Some(name) = json.next_name()? {
        if name != "id" {
            json.skip()?;
        } else if let Some(id) = json.text()? {
            user.collections.hold(id.kept().len())?;
            user.pinned.insert(id.kept().to_vec());
        }
    }
    Ok(())
}

fn read_link<R: Read>(json: &mut JsonStream<R>, user: &User, collection: usize) -> Result<Row, FileError> {
    let mut draft = Draft::new(Position { file: None, line: json.line() }, json.limits());
    if !json.begins_object()? {
        draft.reject(Reason::NotObject);
        return Ok(draft.finish());
    }
    if let Some(id) = user.ids.get(collection) {
        draft.folder_named(user.collections.names(id)?.into_iter());
    }
    let (mut created, mut imported) = (None, None);
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "id" => {
                if json.text()?.is_some_and(|id| user.pinned.contains(id.kept())) {
                    draft.flag(Flag::Favorite);
                }
            }
            "name" => json.field(&mut draft, Field::Title)?,
            "url" => json.field(&mut draft, Field::Url)?,
            "description" => json.field(&mut draft, Field::Note)?,
            "createdAt" => created = json.text()?,
            // The date that a link had in the service that Linkwarden imported it from.
            "importDate" => imported = json.text()?,
            "updatedAt" => json.field(&mut draft, Field::Modified)?,
            "tags" => json.tags(&mut draft, |character| character == ',')?,
            _ => json.skip()?,
        }
    }
    if let Some(date) = imported.or(created) {
        draft.set(Field::Created, &date);
    }
    Ok(draft.finish())
}
