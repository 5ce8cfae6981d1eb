//! The contents of the nine data types.

use serde::{Deserialize, Serialize};
use single_table::Timestamp;

use crate::limits::{PREVIEW_CHARS, PREVIEW_MESSAGES};
use crate::model::data_type::DataType;
use crate::model::value::{Latitude, LongText, Longitude, MediaType, MessageText, NoteText, ShortText};

/// The typed content. It is stored as the two attributes `dataType` and `content`, so the two can't disagree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "dataType", content = "content", rename_all = "camelCase")]
pub enum Content {
    /// A picture.
    Image(Image),
    /// A film.
    Video(Video),
    /// A web page.
    Link(Link),
    /// A file.
    File(File),
    /// A song.
    Music(Music),
    /// Messages of a conversation.
    ChatRecord(ChatRecord),
    /// A voice note.
    Voice(Voice),
    /// Text of one's own.
    Note(Note),
    /// A place.
    Location(Location),
}

/// The content of a picture.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// Width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Height in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Such as `image/png`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<MediaType>,
}

/// The content of a film.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Video {
    /// Length in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_millis: Option<u64>,
    /// Width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Height in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Such as `video/mp4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<MediaType>,
}

/// The content of a web page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// The page's description of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<LongText>,
    /// The site it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_name: Option<ShortText>,
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// The file's name.
    pub file_name: ShortText,
    /// Its size in bytes.
    pub size: u64,
    /// Such as `application/pdf`.
    pub media_type: MediaType,
}

/// The content of a song.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Music {
    /// The artist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artist: Option<ShortText>,
    /// The album.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub album: Option<ShortText>,
    /// Length in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_millis: Option<u64>,
}

/// The content of a chat record: 1 to [`CHAT_MESSAGES`](crate::limits::CHAT_MESSAGES) messages, in their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatRecord {
    /// The messages.
    pub messages: Vec<Message>,
}

/// A message of a chat record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The sender.
    pub sender: ShortText,
    /// The time at which it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_time: Option<Timestamp>,
    /// The text.
    pub text: MessageText,
}

/// The content of a voice note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Voice {
    /// Length in milliseconds.
    pub duration_millis: u64,
    /// Such as `audio/ogg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<MediaType>,
    /// The words of the recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transcript: Option<LongText>,
}

/// The content of a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// The text.
    pub text: NoteText,
}

/// The content of a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Degrees north.
    pub latitude: Latitude,
    /// Degrees east.
    pub longitude: Longitude,
    /// The name of the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<ShortText>,
    /// The postal address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<ShortText>,
}

impl Content {
    /// Its type.
    #[must_use]
    pub fn data_type(&self) -> DataType {
        match self {
            Self::Image(_) => DataType::Image,
            Self::Video(_) => DataType::Video,
            Self::Link(_) => DataType::Link,
            Self::File(_) => DataType::File,
            Self::Music(_) => DataType::Music,
            Self::ChatRecord(_) => DataType::ChatRecord,
            Self::Voice(_) => DataType::Voice,
            Self::Note(_) => DataType::Note,
            Self::Location(_) => DataType::Location,
        }
    }

    /// The content as a list shows it: long texts are cut. The second value says whether anything was.
    #[must_use]
    pub fn preview(&self) -> (Self, bool) {
        match self {
            Self::Note(note) => {
                let (text, cut) = note.text.shortened(PREVIEW_CHARS);
                (Self::Note(Note { text }), cut)
            }
            Self::ChatRecord(record) => {
                let mut cut = record.messages.len() > PREVIEW_MESSAGES;
                let messages = record.messages.iter().take(PREVIEW_MESSAGES).map(|message| {
                    let (text, shorter) = message.text.shortened(PREVIEW_CHARS);
                    cut |= shorter;
                    Message { text, ..message.clone() }
                });
                let messages = messages.collect();
                (Self::ChatRecord(ChatRecord { messages }), cut)
            }
            Self::Link(link) => {
                let (description, cut) = shortened(link.description.as_ref());
                (Self::Link(Link { description, ..link.clone() }), cut)
            }
            Self::Voice(voice) => {
                let (transcript, cut) = shortened(voice.transcript.as_ref());
                (Self::Voice(Voice { transcript, ..voice.clone() }), cut)
            }
            short => (short.clone(), false),
        }
    }
}

fn shortened(text: Option<&LongText>) -> (Option<LongText>, bool) {
    text.map_or((None, false), |text| {
        let (text, cut) = text.shortened(PREVIEW_CHARS);
        (Some(text), cut)
    })
}
