//! A favorite as an entry of a file that browsers and bookmark services import.

use bookmark_files::{Entry, Timestamp};

use crate::model::content::Content;
use crate::model::favorite::FavoriteData;
use crate::model::ids::TagId;

/// Returns the entry of a favorite. `name` returns the names of its tags.
pub(super) fn entry(favorite: &FavoriteData, name: impl Fn(TagId) -> Option<String>) -> Entry {
    let FavoriteData { details, content, .. } = favorite;
    let time =
        |time: single_table::Timestamp| Timestamp::from_millis(u64::try_from(time.as_unix_millis()).ok()?);
    Entry {
        url: details.content_url.as_ref().map(|url| url.as_str().to_owned()),
        title: Some(details.title.as_str().to_owned()),
        note: description(content),
        text: details.content_url.is_none().then(|| text(content)).flatten(),
        created: time(favorite.clip_time),
        modified: time(favorite.update_time),
        tags: favorite.tag_ids.iter().filter_map(|tag_id| name(*tag_id)).collect(),
        cover: details.thumbnail_url.as_ref().map(|url| url.as_str().to_owned()),
        ..Entry::default()
    }
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
