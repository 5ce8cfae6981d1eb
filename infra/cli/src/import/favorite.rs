//! A favorite made from an entry of a file.

use bookmark_files::{Entry, folder_tag};
use favorites_api::favorites::limits::{LONG_TEXT_CHARS, TITLE_CHARS};
use favorites_api::favorites::{ChosenId, DataType, Timestamp, WebUrl};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The mark at the end of a text that was cut.
const CUT: char = '…';

/// A favorite of a batch, as the service reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportedFavorite {
    data_type: DataType,
    pub(crate) title: String,
    content: Content,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_id: Option<ChosenId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clip_time: Option<Timestamp>,
    tag_names: Vec<String>,
}

/// The content of a link, or of a note.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum Content {
    Link {
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<String>,
    },
    Note {
        text: String,
    },
}

/// The reason for which an entry can't be a favorite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("it has neither an address nor a text")]
    Empty,
}

impl ImportedFavorite {
    /// Makes a link of an entry with an address, and a note of one without. Folders become tags, as [`folder_tag`] names them. `tags` are
    /// added to those of the entry. Titles and descriptions that are longer than the service's limits are cut.
    pub(crate) fn of(entry: Entry, tags: &[String]) -> Result<Self, Refusal> {
        let clip_time = entry
            .created
            .and_then(|time| Timestamp::from_unix_millis(time.as_millis().try_into().ok()?).ok());
        let folders = entry.folders.iter().filter_map(|path| folder_tag(path));
        let tag_names = entry.tags.into_iter().chain(folders).chain(tags.iter().cloned()).collect();
        let description = joined(entry.note, entry.excerpt);
        let (data_type, title, content) = match (&entry.url, entry.text) {
            (Some(url), _) => {
                let content =
                    Content::Link { description: description.map(|text| cut(&text, LONG_TEXT_CHARS)) };
                (DataType::Link, entry.title.unwrap_or_else(|| url.clone()), content)
            }
            (None, Some(text)) => {
                let title = entry.title.unwrap_or_else(|| text.lines().next().unwrap_or_default().to_owned());
                let text = description.map_or(text.clone(), |description| format!("{text}\n\n{description}"));
                (DataType::Note, title, Content::Note { text })
            }
            (None, None) => return Err(Refusal::Empty),
        };
        Ok(Self {
            data_id: note_id(&content, clip_time),
            data_type,
            title: cut(&title, TITLE_CHARS),
            content,
            content_url: entry.url,
            // An icon that is a part of the file, as `data:`, is not an address of a picture.
            thumbnail_url: entry.cover.filter(|cover| WebUrl::parse(cover).is_ok()),
            clip_time,
            tag_names,
        })
    }
}

/// Returns an id that a note with this text and time has in each import, so that it is imported once. A link needs no id, because the
/// service keeps each link once.
fn note_id(content: &Content, clip_time: Option<Timestamp>) -> Option<ChosenId> {
    let Content::Note { text } = content else { return None };
    let mut random = [0; 16];
    random.copy_from_slice(&Sha256::digest(text)[..16]);
    clip_time.map(|time| ChosenId::at(time, u128::from_be_bytes(random)))
}

fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) if first != second => Some(format!("{first}\n\n{second}")),
        (first, second) => first.or(second),
    }
}

/// Returns the text with at most this number of characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain([CUT]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn link(title: Option<&str>) -> Entry {
        Entry {
            url: Some("https://example.com/".to_owned()),
            title: title.map(str::to_owned),
            ..Entry::default()
        }
    }

    #[test]
    fn a_link_has_the_tags_of_the_entry_of_its_folders_and_of_the_command() {
        let entry = Entry {
            note: Some("Mine".to_owned()),
            excerpt: Some("Theirs".to_owned()),
            created: bookmark_files::Timestamp::from_millis(1_600_000_000_123),
            tags: vec!["Rust".to_owned()],
            folders: vec![vec!["Work".to_owned(), "Later".to_owned()]],
            cover: Some("data:image/png;base64,AA==".to_owned()),
            ..link(None)
        };
        assert_eq!(
            serde_json::to_value(ImportedFavorite::of(entry, &["Imported".to_owned()]).unwrap()).unwrap(),
            json!({
                "dataType": "link",
                "title": "https://example.com/",
                "content": { "description": "Mine\n\nTheirs" },
                "contentUrl": "https://example.com/",
                "clipTime": "2020-09-13T12:26:40.123Z",
                "tagNames": ["Rust", "Work/Later", "Imported"],
            })
        );
    }

    #[test]
    fn a_note_has_the_same_id_in_each_import_and_a_first_line_as_title() {
        let note = |text: &str| Entry {
            text: Some(text.to_owned()),
            created: bookmark_files::Timestamp::from_millis(1_600_000_000_000),
            ..Entry::default()
        };
        let first = ImportedFavorite::of(note("Milk\nTea"), &[]).unwrap();
        assert_eq!(first.title, "Milk");
        assert_eq!(first, ImportedFavorite::of(note("Milk\nTea"), &[]).unwrap());
        assert_ne!(first.data_id, ImportedFavorite::of(note("Milk\nTee"), &[]).unwrap().data_id);
        assert_eq!(ImportedFavorite::of(Entry::default(), &[]), Err(Refusal::Empty));
    }

    #[test]
    fn a_long_title_is_cut_and_one_at_the_limit_is_not() {
        let title = |length: usize| ImportedFavorite::of(link(Some(&"é".repeat(length))), &[]).unwrap().title;
        assert_eq!(title(TITLE_CHARS), "é".repeat(TITLE_CHARS));
        assert_eq!(title(TITLE_CHARS + 1), format!("{}…", "é".repeat(TITLE_CHARS - 1)));
    }
}
