//! Entities that can't share a table. Each module is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

mod entity_listed_twice {
    use super::*;

    table! { pub struct NoteTable { key: (pk, sk), entities: [Note, Note] } }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = NoteTable, name = "Note", partition(id), sort())]
    pub struct Note {
        id: u32,
    }
}

mod two_entities_of_one_name {
    use super::*;

    table! { pub struct NoteTable { key: (pk, sk), entities: [Note, OldNote] } }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = NoteTable, name = "Note", partition(id), sort())]
    pub struct Note {
        id: u32,
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = NoteTable, name = "Note", partition(title), sort())]
    pub struct OldNote {
        title: String,
    }
}

mod record_named_like_an_entity {
    use super::*;

    table! { pub struct UserTable { key: (pk, sk), entities: [User, OldEmail] } }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = UserTable, name = "User", partition(id), sort(), version(version))]
    #[unique(record = UserEmail, partition(email), sort())]
    pub struct User {
        id: u32,
        email: String,
        version: u64,
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = UserTable, name = "UserEmail", partition(email), sort())]
    pub struct OldEmail {
        email: String,
    }
}

mod raw_keys_that_collide {
    use super::*;

    table! { pub struct MusicItems { key: (pk, sk), type_attribute: none, entities: [Album, Playlist] } }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicItems, name = "Album", raw, partition(token), sort("INFO_"))]
    pub struct Album {
        token: String,
    }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicItems, name = "Playlist", raw, partition(token), sort("INFO_"))]
    pub struct Playlist {
        token: String,
    }
}

mod raw_key_that_collides_with_a_joined_one {
    use super::*;

    table! { pub struct MusicItems { key: (pk, sk), entities: [Note, Track] } }

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicItems, name = "Track", partition(album), sort(number))]
    pub struct Track {
        album: String,
        number: u16,
    }

    /// A note, whose partition key may be `Track#1`.
    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicItems, name = "Note", raw, partition("T", topic), sort(id))]
    pub struct Note {
        topic: String,
        id: String,
    }
}

fn main() {}
