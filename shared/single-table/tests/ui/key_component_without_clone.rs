use serde::{Deserialize, Serialize};
use single_table::keys::key_component;
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Track],
    }
}

/// A genre that can't be cloned.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Genre(String);

key_component!(Genre as String, |genre| &genre.0, |text| Ok::<_, String>(Genre(text)));

/// A track.
#[derive(Debug, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(genre), sort(number))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(genre))]
pub struct Track {
    genre: Genre,
    number: u16,
    title: String,
}

fn main() {}
