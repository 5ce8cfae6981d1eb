use serde::{Deserialize, Serialize};
use single_table::expression::Document;
use single_table::{Entity, Update, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Track],
    }
}

/// A track of an album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByAuthor, partition(author: String = self.meta.author.clone()), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
    plays: u32,
    place: Place,
    meta: Meta,
}

/// More about a track.
#[derive(Debug, Clone, Serialize, Deserialize, Document)]
pub struct Meta {
    author: String,
}

/// A place in the charts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Place {
    chart: String,
}

fn main() {
    let key = TrackKey { album: "Arrival".to_owned(), number: 2 };
    let _ = Update::<Track>::new(key).set(Track::PLACE.at(Place::CHART), "UK");
}
