//! The content of favorites and tags, by number.

use favorites_api::favorites::{
    ChatRecord, Content, DataType, File, Image, Latitude, Link, Location, Longitude, MediaType, Message,
    Music, Note, TagName, Text, Title, Video, Voice, WebUrl,
};

use crate::delivery::Pick;

/// Texts in several scripts and widths.
const TEXTS: [&str; 8] = [
    "Shopping list",
    "我的收藏夹",
    "ｶﾅの歌",
    "The Rust book",
    "Crème brûlée",
    "北京 map 2026",
    "rust",
    "한국어 노래",
];
/// Names of tags. Some differ only in case.
const NAMES: [&str; 8] = ["Rust", "RUST", "工作", "To read", "to READ", "カナ", "Trips", "Old"];

/// Returns the title of this number.
pub(crate) fn title(number: Pick) -> Title {
    text(number)
}

/// Returns the tag name of this number.
pub(crate) fn tag_name(number: Pick) -> TagName {
    TagName::parse(one_of(&NAMES, number)).expect("the names are short")
}

/// Returns the tag name of this number for a user with many tags.
pub(crate) fn further_tag_name(number: Pick) -> TagName {
    TagName::parse(format!("Tag {number}")).expect("the name is short")
}

/// Returns the URL of this number. Some are equal once they are normalized.
pub(crate) fn url(number: Pick) -> WebUrl {
    let host = if number.is_multiple_of(2) { "example.com" } else { "EXAMPLE.com" };
    WebUrl::parse(format!("https://{host}/{}", number / 2)).expect("it is a web address")
}

/// Returns the content of this type and number.
pub(crate) fn content(data_type: DataType, number: Pick) -> Content {
    let media_type = |text: &str| MediaType::parse(text).expect("it is a media type");
    match data_type {
        DataType::Image => Content::Image(Image { width: Some(number.into()), ..Image::default() }),
        DataType::Video => Content::Video(Video { duration_millis: Some(number.into()), ..Video::default() }),
        DataType::Link => {
            Content::Link(Link { description: Some(text(number)), site_name: Some(text(number + 1)) })
        }
        DataType::File => Content::File(File {
            file_name: text(number),
            size: number.into(),
            media_type: media_type("application/pdf"),
        }),
        DataType::Music => Content::Music(Music {
            artist: Some(text(number)),
            album: Some(text(number + 1)),
            ..Music::default()
        }),
        DataType::ChatRecord => Content::ChatRecord(ChatRecord {
            messages: vec![Message { sender: text(number), sent_time: None, text: text(number + 1) }],
        }),
        DataType::Voice => Content::Voice(Voice {
            duration_millis: number.into(),
            media_type: None,
            transcript: Some(text(number)),
        }),
        DataType::Note => Content::Note(Note { text: text(number) }),
        DataType::Location => Content::Location(Location {
            latitude: Latitude::new(48.137).expect("it is on earth"),
            longitude: Longitude::new(11.575).expect("it is on earth"),
            name: Some(text(number)),
            address: Some(text(number + 1)),
        }),
    }
}

fn text<const MAX: usize>(number: Pick) -> Text<MAX> {
    Text::parse(one_of(&TEXTS, number)).expect("the texts are short")
}

fn one_of(texts: &[&'static str], number: Pick) -> &'static str {
    texts[usize::from(number) % texts.len()]
}
