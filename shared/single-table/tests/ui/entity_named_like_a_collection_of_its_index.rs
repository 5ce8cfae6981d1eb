use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Album, Artist],
    }
}

/// An album, listed with its artist's other items.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(album), sort())]
#[index(on = GsiOne, view = AlbumsByArtist, collection = "Artist", partition(artist), sort(album))]
pub struct Album {
    album: String,
    artist: String,
}

/// An artist, listed alone.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Artist", partition(artist), sort())]
#[index(on = GsiOne, view = ArtistsByLabel, partition(label), sort(artist))]
pub struct Artist {
    artist: String,
    label: String,
}

fn main() {}
