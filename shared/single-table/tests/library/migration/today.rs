//! The program of version 3, with the past versions and their steps.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::migration::PastVersion;
use single_table::{Entity, EpochSeconds, Item, encode, table};

use super::number;

table! {
    /// The current version of the library.
    pub struct Library {
        key: (pk, sk),
        ttl: ttl,
        global: [ByArtist = byArtist (artistPk, artistSk)],
        entities: [Track, Note],
    }
}

/// A track with an artist, a title, and its length in seconds. Only an index lists it by its artist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Library, name = "Track", partition(album), sort(number), version(version), ttl(expires))]
#[index(on = ByArtist, view = TracksByArtist, partition(artist), sort(title))]
#[schema(attribute = "shape", version = 3, past(TrackV1, TrackV2))]
pub(crate) struct Track {
    pub(crate) album: String,
    pub(crate) number: u16,
    pub(crate) artist: String,
    pub(crate) title: String,
    pub(crate) seconds: u32,
    #[serde(default)]
    pub(crate) plays: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    pub(crate) version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<EpochSeconds>,
}

/// Version 1, with the artist and the title in one text.
#[derive(Deserialize, PastVersion)]
pub(crate) struct TrackV1 {
    album: String,
    number: u16,
    label: String,
    length: String,
    #[serde(default)]
    plays: u32,
    #[serde(default)]
    version: u64,
    expires: Option<EpochSeconds>,
}

/// Version 2, with the length as a text.
#[derive(Deserialize, PastVersion)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrackV2 {
    album: String,
    number: u16,
    artist: String,
    title: String,
    track_length: String,
    #[serde(default)]
    plays: u32,
    version: u64,
    expires: Option<EpochSeconds>,
}

impl From<TrackV1> for TrackV2 {
    fn from(past: TrackV1) -> Self {
        let (artist, title) = past.label.split_once(" - ").unwrap_or(("unknown", &past.label));
        Self {
            album: past.album,
            number: past.number,
            artist: artist.to_owned(),
            title: title.to_owned(),
            track_length: past.length,
            plays: past.plays,
            version: past.version,
            expires: past.expires,
        }
    }
}

/// The error of a length that is not minutes and seconds.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("the length {0:?} is not minutes and seconds")]
pub(crate) struct NoLength(pub(crate) String);

impl TryFrom<TrackV2> for Track {
    type Error = NoLength;

    fn try_from(past: TrackV2) -> Result<Self, NoLength> {
        let seconds = past.track_length.split_once(':').and_then(|(minutes, seconds)| {
            Some(minutes.parse::<u32>().ok()? * 60 + seconds.parse::<u32>().ok()?)
        });
        // A step that moves an item, which is a mistake.
        let number = if past.title == "Moved" { past.number + 1 } else { past.number };
        Ok(Self {
            album: past.album,
            number,
            artist: past.artist,
            title: past.title,
            seconds: seconds.ok_or(NoLength(past.track_length))?,
            plays: past.plays,
            note: None,
            version: past.version,
            expires: past.expires,
        })
    }
}

/// Makes the track of `past::track` in the current version.
pub(crate) fn track(number: u16) -> Track {
    Track {
        album: "Arrival".to_owned(),
        number,
        artist: "ABBA".to_owned(),
        title: "Dancing Queen".to_owned(),
        seconds: 231,
        plays: 7,
        note: None,
        version: 1,
        expires: None,
    }
}

/// An entity that takes any attribute, in both versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Library, name = "Note", partition(id), sort())]
#[schema(attribute = "shape", version = 2, past(NoteV1))]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) count: u32,
    #[serde(flatten)]
    pub(crate) rest: BTreeMap<String, String>,
}

/// Version 1, with every text under its own name, and with a prefix that version 2 lacks.
#[derive(Deserialize, PastVersion)]
pub(crate) struct NoteV1 {
    id: String,
    #[serde(flatten)]
    texts: BTreeMap<String, String>,
}

impl From<NoteV1> for Note {
    fn from(NoteV1 { id, texts }: NoteV1) -> Self {
        let rest: BTreeMap<_, _> =
            texts.into_iter().map(|(name, text)| (name.trim_start_matches("x-").to_owned(), text)).collect();
        Self { id, count: u32::try_from(rest.len()).expect("an item has few attributes"), rest }
    }
}

/// The item of a note as version 1 stored it.
pub(crate) fn past_note() -> Item {
    let note = Note { id: "n".to_owned(), count: 0, rest: [("x-a".to_owned(), "1".to_owned())].into() };
    let mut item = encode(&note).expect("the note is encoded");
    item.remove("count");
    item.insert("shape".to_owned(), number(1));
    item
}
