//! A favorite as an entry of a file that browsers and bookmark services import.

use bookmark_files::{Entry, FolderPath, Timestamp, folder_path, folder_tag};

use crate::model::content::Content;
use crate::model::favorite::FavoriteData;
use crate::model::ids::TagId;

/// Returns the entry of a favorite. `name` returns the names of its tags.
pub(super) fn entry(favorite: &FavoriteData, name: impl Fn(TagId) -> Option<String>) -> Entry {
    let FavoriteData { details, content, .. } = favorite;
    let time =
        |time: single_table::Timestamp| Timestamp::from_millis(u64::try_from(time.as_unix_millis()).ok()?);
    let names = favorite.tag_ids.iter().filter_map(|tag_id| name(*tag_id));
    let (mut folders, mut tags) = (Vec::new(), Vec::new());
    for name in names {
        match folder_of(&name) {
            Some(path) => folders.push(path),
            None => tags.push(name),
        }
    }
    folders.sort();
    Entry {
        url: details.content_url.as_ref().map(|url| url.as_str().to_owned()),
        title: Some(details.title.as_str().to_owned()),
        note: description(content),
        text: details.content_url.is_none().then(|| text(content)).flatten(),
        created: time(favorite.clip_time),
        modified: time(favorite.update_time),
        tags,
        folders,
        kind: Some(content.data_type().as_str().to_owned()),
        id: Some(favorite.data_id.to_string()),
        cover: details.thumbnail_url.as_ref().map(|url| url.as_str().to_owned()),
        ..Entry::default()
    }
}

/// Returns the path of a tag that stands for a folder in others, as an import makes it.
fn folder_of(tag: &str) -> Option<FolderPath> {
    let path = folder_path(tag);
    (path.len() > 1 && folder_tag(&path).as_deref() == Some(tag)).then_some(path)
}

/// Returns the text about the address.
fn description(content: &Content) -> Option<String> {
    match content {
        Content::Link(link) => link.description.as_ref().map(|text| text.as_str().to_owned()),
        _ => None,
    }
}

/// Returns the text of a favorite without an address.
fn text(content: &Content) -> Option<String> {
    match content {
        Content::Note(note) => Some(note.text.as_str().to_owned()),
        Content::Voice(voice) => voice.transcript.as_ref().map(|text| text.as_str().to_owned()),
        Content::ChatRecord(chat) => {
            let lines = chat.messages.iter().map(|message| message.text.as_str());
            Some(lines.collect::<Vec<_>>().join("\n"))
        }
        Content::Location(place) => Some(format!("{}, {}", place.latitude.get(), place.longitude.get())),
        Content::Image(_) | Content::Video(_) | Content::Link(_) | Content::File(_) | Content::Music(_) => {
            None
        }
    }
}
