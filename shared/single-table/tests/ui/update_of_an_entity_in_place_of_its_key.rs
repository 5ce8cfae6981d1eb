use serde::{Deserialize, Serialize};
use single_table::{Check, Condition, Delete, Entity, Update, table};

table! {
    /// The music library.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Album", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

fn main() {
    let track = Track { album: "1".to_owned(), number: 1, title: "Eclipse".to_owned() };
    let _ = Update::new(track.clone());
    let _ = Delete::new(track.clone());
    let _ = Check::new(track, Condition::live());
}
