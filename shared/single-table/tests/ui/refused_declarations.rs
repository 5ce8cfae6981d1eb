//! Declarations that a derive refuses, at the token with the mistake. Each is named after its mistake.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Collection, Entity, table};

table! {
    /// The items that are declared right, and those that are refused.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [
            ComponentThatHidesWhatItReads, EntityThatIsAnEnum, EntityWithoutAName, EntityWithoutAPartition,
            EntityWithoutASortKey, PartitionGivenTwice, SetWithoutADefault, Track, TwoViewsOfOneIndex,
            TwoViewsOfOneName, UniqueConstraintWithoutAVersion, UnknownOption, VersionInAKey,
        ],
    }
}

/// A track.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Album", partition(album), sort())]
pub struct Track {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, partition(album), sort())]
pub struct EntityWithoutAName {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Partition", sort(album))]
pub struct EntityWithoutAPartition {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Sort", partition(album))]
pub struct EntityWithoutASortKey {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Twice", partition(album), partition(album), sort())]
pub struct PartitionGivenTwice {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Enum", partition(album), sort())]
pub enum EntityThatIsAnEnum {
    Vinyl { album: String },
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Option", partition(album), range(number))]
pub struct UnknownOption {
    album: String,
    number: u16,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Set", partition(album), sort())]
pub struct SetWithoutADefault {
    album: String,
    #[serde(with = "serde_dynamo::string_set")]
    labels: BTreeSet<String>,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Hidden", partition(album), sort())]
#[index(on = LsiOne, view = ByFolded, sort(folded: String = self.folded()))]
pub struct ComponentThatHidesWhatItReads {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Version", partition(album), sort(), version(version))]
#[index(on = LsiOne, view = ByVersion, sort(version))]
pub struct VersionInAKey {
    album: String,
    version: u64,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Unique", partition(album), sort())]
#[unique(record = TrackTitle, partition(title), sort())]
pub struct UniqueConstraintWithoutAVersion {
    album: String,
    title: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Index", partition(album), sort())]
#[index(on = GsiOne, view = ByArtist, partition(artist), sort(year))]
#[index(on = GsiOne, view = ByYear, partition(year), sort(artist))]
pub struct TwoViewsOfOneIndex {
    album: String,
    artist: String,
    year: u16,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "View", partition(album), sort())]
#[index(on = GsiOne, view = ByTitle, partition(title), sort(year))]
#[index(on = GsiTwo, view = ByTitle, partition(year), sort(title))]
pub struct TwoViewsOfOneName {
    album: String,
    title: String,
    year: u16,
}

#[derive(Collection)]
#[collection(name = "Album", partition(album: String))]
pub enum EntityInTwoVariants {
    Track(Track),
    Bonus(Track),
}

#[derive(Collection)]
#[collection(name = "Album", partition(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8))]
pub enum KeyOfNineComponents {
    Track(Track),
}

#[derive(Deserialize, Projection)]
#[projection(of = Track)]
pub struct ProjectionWithAFlattenedField {
    #[serde(flatten)]
    rest: HashMap<String, String>,
}

fn main() {
    let _ = UnknownOptionKey { album: "Arrival".to_owned(), number: 1 };
    let _ = ByTitle::query("Eclipse".to_owned());
    let _ = EntityInTwoVariants::query("1".to_owned()).only::<Track>();
}
