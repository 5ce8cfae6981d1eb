use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(year, title))]
#[index(on = LsiOne, view = TracksByPlays, sort(plays))]
pub struct Track {
    album: String,
    number: u16,
    artist: String,
    year: u16,
    title: String,
    plays: u32,
}

fn main() {
    // The sort key is (year, title): a title alone is no prefix of it.
    let _ = TracksByArtist::query("ABBA".to_owned()).begins_with(&("Waterloo",));
}
