//! The bytes of an exported file.

use std::collections::BTreeMap;

use bookmark_files::{CsvWriter, NetscapeWriter, WriteError};
use serde::Serialize;

use super::entry::entry;
use crate::error::Error;
use crate::jobs::{ExportFormat, Written};
use crate::model::favorite::FavoriteData;
use crate::model::ids::TagId;
use crate::model::tag::Tag;
use crate::transfer::record::{EndRecord, FORMAT, Line};

/// Writes items to the bytes of a file. A file is made of pieces, and nothing but the place is known between two pieces.
pub(super) struct Renderer {
    pub(super) format: ExportFormat,
    /// The tags of the user that are known. `None` for one that is gone.
    pub(super) tags: BTreeMap<TagId, Option<Tag>>,
}

impl Renderer {
    /// Returns the beginning of the file.
    pub(super) fn beginning(&self) -> Result<Vec<u8>, Error> {
        match self.format {
            ExportFormat::JsonLines => {
                let mut bytes = Vec::new();
                write_line(&mut bytes, &Line::FavoritesExport(FORMAT))?;
                Ok(bytes)
            }
            ExportFormat::Netscape => {
                NetscapeWriter::begin(Vec::new()).and_then(NetscapeWriter::pause).map_err(unwritten)
            }
            ExportFormat::Csv | ExportFormat::CsvGuarded => {
                CsvWriter::begin(Vec::new()).and_then(CsvWriter::end).map_err(unwritten)
            }
        }
    }

    /// Writes favorites. Returns the number of those that the format has no place for.
    pub(super) fn favorites(&self, bytes: &mut Vec<u8>, favorites: Vec<FavoriteData>) -> Result<u64, Error> {
        match self.format {
            ExportFormat::JsonLines => {
                for mut favorite in favorites {
                    self.drop_deleted_tags(&mut favorite);
                    write_line(bytes, &Line::Favorite(Box::new(favorite.into())))?;
                }
                Ok(0)
            }
            ExportFormat::Netscape => {
                let mut left_out = 0;
                let mut writer = NetscapeWriter::resume(bytes);
                let entries = favorites.iter().map(|favorite| entry(favorite, |tag_id| self.name(tag_id)));
                let mut entries: Vec<_> = entries.collect();
                // Browsers make a folder of each heading, so those in one folder are written together.
                entries.sort_by(|one, other| one.folders.first().cmp(&other.folders.first()));
                for entry in entries {
                    match writer.entry(&entry) {
                        Err(WriteError::NoUrl) => left_out += 1,
                        written => written.map_err(unwritten)?,
                    }
                }
                writer.pause().map_err(unwritten)?;
                Ok(left_out)
            }
            ExportFormat::Csv | ExportFormat::CsvGuarded => {
                let mut writer = CsvWriter::resume(bytes);
                if self.format == ExportFormat::CsvGuarded {
                    writer = writer.guarded();
                }
                for favorite in favorites {
                    writer.entry(&entry(&favorite, |tag_id| self.name(tag_id))).map_err(unwritten)?;
                }
                writer.end().map_err(unwritten)?;
                Ok(0)
            }
        }
    }

    /// Leaves out deleted tags, which favorites have until they are cleaned up, and those in the trash until they are restored.
    pub(super) fn drop_deleted_tags(&self, favorite: &mut FavoriteData) {
        favorite.tag_ids.retain(|tag_id| matches!(self.tags.get(tag_id), Some(Some(_))));
    }

    fn name(&self, tag_id: TagId) -> Option<String> {
        self.tags.get(&tag_id)?.as_ref().map(|tag| tag.tag_name.as_str().to_owned())
    }

    /// Writes the end of a file that has this in it.
    pub(super) fn end(&self, bytes: &mut Vec<u8>, written: Written) -> Result<(), Error> {
        match self.format {
            ExportFormat::Netscape => NetscapeWriter::resume(bytes).end().map(drop).map_err(unwritten),
            ExportFormat::JsonLines => {
                let Written { tags, favorites, trashed, .. } = written;
                write_line(bytes, &Line::End(EndRecord { tags, favorites, trashed }))
            }
            ExportFormat::Csv | ExportFormat::CsvGuarded => Ok(()),
        }
    }
}

/// Writes a line of the JSON Lines.
pub(super) fn write_line(bytes: &mut Vec<u8>, line: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer(&mut *bytes, line).map_err(|error| Error::Json(error.to_string()))?;
    bytes.push(b'\n');
    Ok(())
}

/// Writing to memory fails only if an item can't be written as text.
fn unwritten(error: impl std::fmt::Display) -> Error {
    Error::Json(error.to_string())
}
