use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, table};

table! {
    /// Music.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number), version(version))]
#[unique(record = TrackCode, partition(code), sort())]
pub struct Track {
    album: String,
    number: u16,
    code: String,
    version: u64,
}

async fn owner(store: Store<MusicTable>, track: Track) {
    let _ = store.owner(&track.key()).await;
}

fn main() {}
