//! Entities with an option or a field of a wrong kind. Each is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::keys::key_component;
use single_table::{Entity, EpochSeconds, table};

table! {
    /// Items with an expiry.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [
            ExpiryThatIsNoTime, KeyComponentThatIsAList, KeyComponentThatIsNotDeclared,
            KeyComponentWithoutClone, NameWithASeparator, VersionThatIsNoU64,
        ],
    }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track#1", partition(album), sort())]
pub struct NameWithASeparator {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Expiry", partition(album), sort(), ttl(expires))]
pub struct ExpiryThatIsNoTime {
    album: String,
    expires: Option<u64>,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Version", partition(album), sort(), version(version))]
pub struct VersionThatIsNoU64 {
    album: String,
    version: u32,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Discs", partition(album), sort(discs))]
pub struct KeyComponentThatIsAList {
    album: String,
    discs: Vec<u8>,
}

/// A type that can't be in a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place(f64, f64);

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Place", partition(album), sort(place))]
pub struct KeyComponentThatIsNotDeclared {
    album: String,
    place: Place,
}

/// A genre that can't be cloned.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Genre(String);

key_component!(Genre as String, |genre| &genre.0, |text| Ok::<_, String>(Genre(text)));

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Genre", partition(genre), sort())]
#[index(on = GsiOne, view = GenresByAlbum, partition(album), sort(genre))]
pub struct KeyComponentWithoutClone {
    genre: Genre,
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Unlisted", partition(album), sort())]
pub struct EntityThatItsTableDoesNotList {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTabel, name = "Misspelled", partition(album), sort())]
pub struct TableThatDoesNotExist {
    album: String,
}

table! {
    /// Nothing expires here.
    pub struct StoneTable { key: (pk, sk), entities: [TtlInATableWithoutOne] }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = StoneTable, name = "Mark", partition(stone), sort(), ttl(expires))]
pub struct TtlInATableWithoutOne {
    stone: String,
    expires: EpochSeconds,
}

fn use_of_an_expiry_in_a_table_without_one() {
    let _ = TtlInATableWithoutOne::EXPIRES;
}

table! {
    /// Items that serde can't read, or can't write either.
    pub struct SilentTable { key: (pk, sk), entities: [EntityWithoutDeserialize, EntityWithoutSerde] }
}

#[derive(Serialize, Entity)]
#[entity(table = SilentTable, name = "Written", partition(album), sort())]
pub struct EntityWithoutDeserialize {
    album: String,
}

#[derive(Entity)]
#[entity(table = SilentTable, name = "Silent", partition(album), sort())]
pub struct EntityWithoutSerde {
    album: String,
}

fn main() {}
