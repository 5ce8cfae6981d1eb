use serde::{Deserialize, Serialize};
use single_table::{Entity, Update, table};

table! {
    /// Albums and their tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", raw, partition("ALBUM_", album), sort("TRACK_", title))]
pub struct Track {
    album: String,
    #[serde(skip_serializing)]
    title: String,
}

fn main() {
    let _ = Track::TITLE.eq("Eclipse");
    let _ = Track::ALBUM.eq(Track::TITLE);
    let _ = Update::new(TrackKey { album: "1".to_owned(), title: "2".to_owned() }).set(Track::TITLE, "3");
}
