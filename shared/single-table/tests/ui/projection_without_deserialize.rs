use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

/// The title of a track.
#[derive(Projection)]
#[projection(of = Track)]
struct Title {
    title: String,
}

fn main() {
    let _ = TrackItems::query("1".to_owned()).project::<Title>();
}
