use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Entity, table};

table! {
    /// Music.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk) include [title, type]],
        entities: [Album, Track],
    }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(id), sort())]
pub struct Album {
    id: u32,
    title: String,
}

#[derive(Debug, Deserialize, Projection)]
#[projection(of = Album)]
pub struct TitleOfAlbum {
    title: String,
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(id), sort())]
#[index(on = GsiOne, view = TracksByTitle, project = TitleOfAlbum, partition(title), sort(id))]
pub struct Track {
    id: u32,
    title: String,
}

fn main() {}
