//! The program of version 1. Items that it wrote before it declared a version have no version attribute.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, table};

table! {
    /// The first version of the library.
    pub struct LibraryV1 {
        key: (pk, sk),
        ttl: ttl,
        global: [ByArtist = byArtist (artistPk, artistSk)],
        entities: [Track],
    }
}

/// A track with the artist and the title in one text, and with its length as a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = LibraryV1, name = "Track", partition(album), sort(number), version(version), ttl(expires))]
#[schema(attribute = "shape", version = 1, past())]
pub(crate) struct Track {
    pub(crate) album: String,
    pub(crate) number: u16,
    pub(crate) label: String,
    pub(crate) length: String,
    #[serde(default)]
    pub(crate) plays: u32,
    #[serde(default)]
    pub(crate) version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<EpochSeconds>,
}

/// Makes the track `ABBA - Dancing Queen` with a length of 3:51.
pub(crate) fn track(number: u16) -> Track {
    Track {
        album: "Arrival".to_owned(),
        number,
        label: "ABBA - Dancing Queen".to_owned(),
        length: "3:51".to_owned(),
        plays: 7,
        version: 1,
        expires: None,
    }
}
