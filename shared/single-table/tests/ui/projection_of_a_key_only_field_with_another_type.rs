use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Entity, table};

table! {
    /// Albums and their tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", raw, partition("ALBUM_", album), sort("TRACK_", number))]
pub struct Track {
    album: String,
    #[serde(skip_serializing)]
    number: u16,
}

/// The number of a track.
#[derive(Deserialize, Projection)]
#[projection(of = Track)]
struct TrackNumber {
    number: u32,
}

/// The number of a track under another name.
#[derive(Deserialize, Projection)]
#[projection(of = Track)]
struct OtherName {
    #[serde(rename = "no")]
    number: u16,
}

fn main() {}
