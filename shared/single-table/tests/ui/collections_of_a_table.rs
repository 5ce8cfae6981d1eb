//! Collections whose members do not fit each other. Each module is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

mod collection_with_different_partitions {
    use super::*;

    table! { pub struct MusicTable { key: (pk, sk), entities: [Album, Track] } }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicTable, name = "Album", collection = "Albums", partition(album), sort())]
    pub struct Album {
        album: String,
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicTable, name = "Track", collection = "Albums", partition(album, disc), sort())]
    pub struct Track {
        album: String,
        disc: u8,
    }
}

mod member_that_is_not_ordered {
    use super::*;

    table! {
        pub struct SharedTable {
            key: (pk, sk),
            global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
            entities: [Note, Photo],
        }
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = SharedTable, name = "Photo", partition(id), sort())]
    #[index(on = GsiOne, view = Photos, collection = "Timeline", partition(user), sort(id), ordered)]
    pub struct Photo {
        id: String,
        user: String,
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = SharedTable, name = "Note", partition(id), sort())]
    #[index(on = GsiOne, view = Notes, collection = "Timeline", partition(user), sort(id))]
    pub struct Note {
        id: String,
        user: String,
    }
}

mod entity_named_like_a_collection_of_its_index {
    use super::*;

    table! {
        pub struct MusicTable {
            key: (pk, sk),
            global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
            entities: [Album, Artist],
        }
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicTable, name = "Album", partition(album), sort())]
    #[index(on = GsiOne, view = AlbumsByArtist, collection = "Artist", partition(artist), sort(album))]
    pub struct Album {
        album: String,
        artist: String,
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicTable, name = "Artist", partition(artist), sort())]
    #[index(on = GsiOne, view = ArtistsByLabel, partition(label), sort(artist))]
    pub struct Artist {
        artist: String,
        label: String,
    }
}

fn main() {}
