use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), range(number))]
pub struct Track {
    album: String,
    number: u16,
}

fn main() {
    let _ = TrackKey { album: "Arrival".to_owned(), number: 1 };
}
