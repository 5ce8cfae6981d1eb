use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable {
        entities: [Track],
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

fn main() {
    let _ = TracksByTitle::query("Eclipse".to_owned());
}
