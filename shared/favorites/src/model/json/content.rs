//! Reads the content of each data type from JSON, one function a type.

use serde_json::Value;

use super::fields::{Fields, FromJson};
use crate::error::Fault;
use crate::limits::CHAT_MESSAGES;
use crate::model::content::{
    ChatRecord, Content, File, Image, Link, Location, Message, Music, Note, Video, Voice,
};
use crate::model::data_type::DataType;

/// The content of a favorite of type `data_type`.
pub fn content(data_type: DataType, value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Content> {
    match data_type {
        DataType::Image => Image::from_json(value, at, faults).map(Content::Image),
        DataType::Video => Video::from_json(value, at, faults).map(Content::Video),
        DataType::Link => Link::from_json(value, at, faults).map(Content::Link),
        DataType::File => File::from_json(value, at, faults).map(Content::File),
        DataType::Music => Music::from_json(value, at, faults).map(Content::Music),
        DataType::ChatRecord => ChatRecord::from_json(value, at, faults).map(Content::ChatRecord),
        DataType::Voice => Voice::from_json(value, at, faults).map(Content::Voice),
        DataType::Note => Note::from_json(value, at, faults).map(Content::Note),
        DataType::Location => Location::from_json(value, at, faults).map(Content::Location),
    }
}

impl FromJson for Image {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let width = fields.optional("width");
        let height = fields.optional("height");
        let media_type = fields.optional("mediaType");
        fields.finish();
        Some(Self { width, height, media_type })
    }
}

impl FromJson for Video {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let duration_millis = fields.optional("durationMillis");
        let width = fields.optional("width");
        let height = fields.optional("height");
        let media_type = fields.optional("mediaType");
        fields.finish();
        Some(Self { duration_millis, width, height, media_type })
    }
}

impl FromJson for Link {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let description = fields.optional("description");
        let site_name = fields.optional("siteName");
        fields.finish();
        Some(Self { description, site_name })
    }
}

impl FromJson for File {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let file_name = fields.required("fileName");
        let size = fields.required("size");
        let media_type = fields.required("mediaType");
        fields.finish();
        Some(Self { file_name: file_name?, size: size?, media_type: media_type? })
    }
}

impl FromJson for Music {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let artist = fields.optional("artist");
        let album = fields.optional("album");
        let duration_millis = fields.optional("durationMillis");
        fields.finish();
        Some(Self { artist, album, duration_millis })
    }
}

impl FromJson for ChatRecord {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let messages = fields.elements("messages", (1, CHAT_MESSAGES));
        fields.finish();
        Some(Self { messages: messages? })
    }
}

impl FromJson for Message {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let sender = fields.required("sender");
        let sent_time = fields.optional("sentTime");
        let text = fields.required("text");
        fields.finish();
        Some(Self { sender: sender?, sent_time, text: text? })
    }
}

impl FromJson for Voice {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let duration_millis = fields.required("durationMillis");
        let media_type = fields.optional("mediaType");
        let transcript = fields.optional("transcript");
        fields.finish();
        Some(Self { duration_millis: duration_millis?, media_type, transcript })
    }
}

impl FromJson for Note {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let text = fields.required("text");
        fields.finish();
        Some(Self { text: text? })
    }
}

impl FromJson for Location {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let latitude = fields.required("latitude");
        let longitude = fields.required("longitude");
        let name = fields.optional("name");
        let address = fields.optional("address");
        fields.finish();
        Some(Self { latitude: latitude?, longitude: longitude?, name, address })
    }
}

#[cfg(test)]
#[path = "content_tests.rs"]
mod tests;
