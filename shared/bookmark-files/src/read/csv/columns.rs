//! The columns of CSV files.

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::entry::folder_tag::folder_path;
use crate::format::Format;
use crate::read::capped::Capped;
use crate::read::draft::Draft;

/// The meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// A field with one text.
    Field(Field),
    /// Tags with a comma between two.
    CommaTags,
    /// Tags with a `|` between two.
    BarTags,
    /// The path of a folder as this crate writes it.
    FolderTag,
    /// The path of a folder as Raindrop.io writes it.
    RaindropFolder,
    /// The flag if the cell is `true` or `1`.
    Flag(Flag),
    /// Pocket's `unread` or `archive`.
    Status,
    /// A column without a meaning for entries, such as an id.
    Unknown,
}

/// The collection of Raindrop.io for bookmarks without a collection.
const UNSORTED: &str = "Unsorted";

impl Column {
    /// Returns the meaning of a column, by its name in lower case.
    pub(crate) fn named(format: Format, name: &str) -> Self {
        match format {
            Format::PocketCsv => Self::of_pocket(name),
            Format::RaindropCsv if name == "folder" => Self::RaindropFolder,
            Format::RaindropCsv => Self::of_raindrop(name),
            _ => Self::of_csv(name),
        }
    }

    fn of_pocket(name: &str) -> Self {
        match name {
            "url" => Self::Field(Field::Url),
            "title" => Self::Field(Field::Title),
            "time_added" => Self::Field(Field::Created),
            "tags" => Self::BarTags,
            "status" => Self::Status,
            _ => Self::Unknown,
        }
    }

    fn of_raindrop(name: &str) -> Self {
        match name {
            "url" => Self::Field(Field::Url),
            "title" => Self::Field(Field::Title),
            "note" => Self::Field(Field::Note),
            "excerpt" => Self::Field(Field::Excerpt),
            "created" => Self::Field(Field::Created),
            "cover" => Self::Field(Field::Cover),
            "tags" => Self::CommaTags,
            "favorite" => Self::Flag(Flag::Favorite),
            _ => Self::Unknown,
        }
    }

    /// The columns of [`CsvWriter`](crate::CsvWriter) are those of Raindrop.io and more, with escapes in the folder.
    fn of_csv(name: &str) -> Self {
        match name {
            "folder" => Self::FolderTag,
            "text" => Self::Field(Field::Text),
            "modified" => Self::Field(Field::Modified),
            "archived" => Self::Flag(Flag::Archived),
            "unread" => Self::Flag(Flag::Unread),
            "private" => Self::Flag(Flag::Private),
            _ => Self::of_raindrop(name),
        }
    }

    /// Sets the part of the entry that the cell is.
    pub(crate) fn read(self, draft: &mut Draft, cell: &Capped) {
        match self {
            Self::Field(field) => draft.set(field, cell),
            Self::CommaTags => draft.tags(cell, |character| character == ','),
            Self::BarTags => draft.tags(cell, |character| character == '|'),
            Self::FolderTag => read_folder(draft, cell, folder_path),
            Self::RaindropFolder => read_folder(draft, cell, raindrop_path),
            Self::Flag(flag) if matches!(cell.kept(), b"true" | b"1") => draft.flag(flag),
            Self::Status => read_status(draft, cell),
            Self::Flag(_) | Self::Unknown => {}
        }
    }
}

fn read_folder(draft: &mut Draft, cell: &Capped, path: fn(&str) -> Vec<String>) {
    if let Some(text) = draft.text(Field::Folder, cell) {
        draft.folder(path(&text));
    }
}

/// Raindrop.io writes no escapes, so a collection with the separator in its name gives more names. Where the path has ` / `, a `/`
/// without spaces belongs to a name.
fn raindrop_path(text: &str) -> Vec<String> {
    let separator = if text.contains(" / ") { " / " } else { "/" };
    let names = text.split(separator).map(str::trim).filter(|name| !name.is_empty());
    let path: Vec<_> = names.map(str::to_owned).collect();
    if path == [UNSORTED] { Vec::new() } else { path }
}

fn read_status(draft: &mut Draft, cell: &Capped) {
    match cell.kept() {
        b"unread" => draft.flag(Flag::Unread),
        b"archive" => draft.flag(Flag::Archived),
        _ => {}
    }
}
