//! The columns of CSV files.

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::entry::folder_tag::folder_path;
use crate::format::Format;
use crate::read::capped::Capped;
use crate::read::draft::{Draft, INSTAPAPER_LISTS, state};

/// The meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// A field with one text.
    Field(Field),
    /// Tags separated by this character.
    Tags(char),
    /// Tags in brackets and quotes, such as `['a', 'b']`.
    BracketedTags,
    /// Tags separated by any of the usual characters.
    AnyTags,
    /// The path of a folder as this crate writes it.
    FolderTag,
    /// The path of a folder as Raindrop.io writes it.
    Path,
    /// A folder of Instapaper. Some of them are states.
    InstapaperFolder,
    /// A flag that `true`, `1`, `yes` and `x` set.
    Flag(Flag),
    /// Flags, each with the text that sets it.
    State(&'static [(&'static str, Flag)]),
    /// A column without a meaning for entries, such as an id.
    Unknown,
}

/// The collection of Raindrop.io for bookmarks without a collection.
const UNSORTED: &str = "Unsorted";

/// The characters that can separate tags. A cell uses the first one that occurs in it.
const SEPARATORS: [char; 4] = [',', ';', '|', '\n'];

impl Column {
    /// Returns the meaning of a service's column, by its name in lower case.
    pub(crate) fn named(format: Format, name: &str) -> Self {
        match (format, name) {
            (_, "url") => Self::Field(Field::Url),
            (_, "title") => Self::Field(Field::Title),
            (Format::PocketCsv, "time_added")
            | (Format::InstapaperCsv, "timestamp")
            | (Format::ReadwiseCsv, "saved date")
            | (Format::MatterCsv, "last interaction date") => Self::Field(Field::Created),
            (Format::PocketCsv, "tags") => Self::Tags('|'),
            (Format::PocketCsv, "status") => {
                Self::State(&[("unread", Flag::Unread), ("archive", Flag::Archived)])
            }
            (Format::InstapaperCsv, "selection") => Self::Field(Field::Excerpt),
            (Format::InstapaperCsv, "folder") => Self::InstapaperFolder,
            (Format::InstapaperCsv, "tags") | (Format::ReadwiseCsv, "document tags") => Self::BracketedTags,
            (Format::ReadwiseCsv, "location") => Self::State(&[("archive", Flag::Archived)]),
            (Format::MatterCsv, "tags") => Self::Tags(';'),
            (Format::MatterCsv, "favorited") => Self::Flag(Flag::Favorite),
            (Format::MatterCsv, "in queue") => Self::State(&[("False", Flag::Archived)]),
            (Format::RaindropCsv, name) => Self::of_raindrop(name),
            _ => Self::Unknown,
        }
    }

    fn of_raindrop(name: &str) -> Self {
        match name {
            "note" => Self::Field(Field::Note),
            "excerpt" => Self::Field(Field::Excerpt),
            "created" => Self::Field(Field::Created),
            "cover" => Self::Field(Field::Cover),
            "folder" => Self::Path,
            "tags" => Self::Tags(','),
            "favorite" => Self::Flag(Flag::Favorite),
            _ => Self::Unknown,
        }
    }

    /// Returns the meaning of a column of [`CsvWriter`](crate::CsvWriter). It writes the columns of
    /// Raindrop.io and more, and escapes the names of folders.
    pub(crate) fn of_own(name: &str) -> Self {
        match name {
            "url" => Self::Field(Field::Url),
            "title" => Self::Field(Field::Title),
            "folder" => Self::FolderTag,
            "text" => Self::Field(Field::Text),
            "modified" => Self::Field(Field::Modified),
            "archived" => Self::Flag(Flag::Archived),
            "unread" => Self::Flag(Flag::Unread),
            "private" => Self::Flag(Flag::Private),
            "type" => Self::Field(Field::Kind),
            "id" => Self::Field(Field::Id),
            _ => Self::of_raindrop(name),
        }
    }

    /// Returns the meaning of a column of any other file, by names that are usual for it.
    pub(crate) fn usual(name: &str) -> Self {
        let name: String = name.chars().filter(|character| character.is_alphanumeric()).collect();
        match name.as_str() {
            "url" | "link" | "address" | "href" | "uri" | "webaddress" | "website" | "pageurl"
            | "bookmark" => Self::Field(Field::Url),
            "title" | "name" | "pagetitle" => Self::Field(Field::Title),
            "note" | "notes" | "description" | "comment" | "comments" => Self::Field(Field::Note),
            "excerpt" | "summary" | "selection" => Self::Field(Field::Excerpt),
            "text" => Self::Field(Field::Text),
            "tags" | "tag" | "labels" | "label" | "keywords" | "keyword" => Self::AnyTags,
            "folder" | "folders" | "category" | "categories" | "collection" | "collections" | "list"
            | "lists" | "path" | "group" => Self::Path,
            "created" | "createdat" | "createdon" | "creationdate" | "datecreated" | "createtime"
            | "date" | "dateadded" | "adddate" | "added" | "addedat" | "addedon" | "timeadded" | "saved"
            | "savedat" | "saveddate" | "datesaved" | "timestamp" | "time" => Self::Field(Field::Created),
            "modified" | "modifiedat" | "lastmodified" | "datemodified" | "updated" | "updatedat" => {
                Self::Field(Field::Modified)
            }
            "cover" | "image" | "thumbnail" => Self::Field(Field::Cover),
            "favorite" | "favourite" | "starred" | "isstarred" => Self::Flag(Flag::Favorite),
            "archived" | "isarchived" => Self::Flag(Flag::Archived),
            "unread" | "toread" => Self::Flag(Flag::Unread),
            "private" => Self::Flag(Flag::Private),
            _ => Self::Unknown,
        }
    }

    /// Returns the meaning of a column that the user chose for a field.
    pub(crate) fn mapped(field: Field) -> Self {
        match field {
            Field::Tags => Self::AnyTags,
            Field::Folder => Self::Path,
            field => Self::Field(field),
        }
    }

    /// Returns whether the column sets this field.
    pub(crate) fn is_of(self, field: Field) -> bool {
        match self {
            Self::Field(other) => other == field,
            Self::Tags(_) | Self::BracketedTags | Self::AnyTags => field == Field::Tags,
            Self::FolderTag | Self::Path | Self::InstapaperFolder => field == Field::Folder,
            Self::Flag(_) | Self::State(_) | Self::Unknown => false,
        }
    }

    /// Sets the part of the entry that a cell of the column has.
    pub(crate) fn read(self, draft: &mut Draft, cell: &Capped) {
        match self {
            Self::Field(field) => draft.set(field, cell),
            Self::Tags(separator) => draft.tags(cell, |character| character == separator),
            Self::BracketedTags => bracketed_tags(draft, cell),
            Self::AnyTags => any_tags(draft, cell),
            Self::FolderTag => read_folder(draft, cell, folder_path),
            Self::Path => read_folder(draft, cell, path),
            Self::InstapaperFolder => match state(cell, &INSTAPAPER_LISTS) {
                Some(flag) => draft.flag(flag),
                None => read_folder(draft, cell, |name| vec![name.to_owned()]),
            },
            Self::Flag(flag) => {
                let is_set = |set: &&[u8]| cell.kept().trim_ascii().eq_ignore_ascii_case(set);
                if [&b"true"[..], b"1", b"yes", b"x"].iter().any(is_set) {
                    draft.flag(flag);
                }
            }
            Self::State(states) => {
                if let Some(flag) = state(cell, states) {
                    draft.flag(flag);
                }
            }
            Self::Unknown => {}
        }
    }
}

fn read_folder(draft: &mut Draft, cell: &Capped, path: fn(&str) -> Vec<String>) {
    if let Some(text) = draft.text(Field::Folder, cell) {
        draft.folder(path(&text));
    }
}

/// Splits a path of Raindrop.io. It has no escapes, so a collection with the separator in its name becomes
/// several folders. If the path has ` / `, a `/` without spaces belongs to a name.
fn path(text: &str) -> Vec<String> {
    let separator = if text.contains(" / ") { " / " } else { "/" };
    let names = text.split(separator).map(str::trim).filter(|name| !name.is_empty());
    let path: Vec<_> = names.map(str::to_owned).collect();
    if path == [UNSORTED] { Vec::new() } else { path }
}

/// Reads tags with any of the usual separators, or a list in brackets.
fn any_tags(draft: &mut Draft, cell: &Capped) {
    if cell.kept().trim_ascii().starts_with(b"[") {
        return bracketed_tags(draft, cell);
    }
    let separator = SEPARATORS.into_iter().find(|separator| cell.kept().contains(&(*separator as u8)));
    draft.tags(cell, |character| Some(character) == separator);
}

/// Reads tags in a list of texts as JSON or Python writes it: `["a", "b"]` or `['a', "it's"]`.
fn bracketed_tags(draft: &mut Draft, cell: &Capped) {
    let Some(text) = draft.text(Field::Tags, cell) else { return };
    let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        return draft.tags(cell, |character| character == ',');
    };
    let (mut tag, mut quote) = (String::new(), None);
    let mut characters = list.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', Some(_)) => tag.extend(characters.next()),
            (ends, Some(open)) if ends == open => quote = None,
            ('"' | '\'', None) => quote = Some(character),
            (',', None) => draft.set_text(Field::Tags, &std::mem::take(&mut tag)),
            _ => tag.push(character),
        }
    }
    draft.set_text(Field::Tags, &tag);
}
