//! Stream records: their JSON, their images as the enum of the table's items, and the errors of single records.

mod changes;
mod items;
mod json;
mod order;
mod views;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use single_table::item::StreamItem;
use single_table::stream::{TableItem, UniqueRecord};
use single_table::{Entity, EpochSeconds, encode, table};

table! {
    /// A music library.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        stream: NewAndOldImages,
        entities: [Artist, Track],
    }
}

/// An artist with a unique name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Artist", partition(id), sort(), version(version))]
#[unique(record = ArtistName, partition(name), sort())]
#[unique(record = ArtistSite, partition(site?), sort())]
pub(crate) struct Artist {
    id: u32,
    name: String,
    site: Option<String>,
    version: u64,
}

/// A track, which may expire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number), ttl(until))]
pub(crate) struct Track {
    album: String,
    number: u16,
    title: String,
    until: Option<EpochSeconds>,
}

/// Every kind of item that the table's declaration names.
#[derive(Debug, PartialEq, TableItem)]
#[table_item(table = MusicTable)]
pub(crate) enum MusicItem {
    Artist(Artist),
    Track(Track),
    #[record]
    Record(UniqueRecord),
}

/// Tracks, and all other items without decoding.
#[derive(Debug, PartialEq, TableItem)]
#[table_item(table = MusicTable)]
pub(crate) enum TrackOrOther {
    Track(Track),
    #[other]
    Other(StreamItem),
}

fn track(title: &str) -> Track {
    Track { album: "Arrival".to_owned(), number: 2, title: title.to_owned(), until: None }
}

fn artist() -> Artist {
    Artist { id: 7, name: "ABBA".to_owned(), site: None, version: 1 }
}

/// Returns the image of an entity.
fn image<E: Entity>(entity: &E) -> StreamItem {
    encode(entity).expect("the entity is encoded").into()
}

/// Returns the image of an entity as JSON.
fn image_json<E: Entity>(entity: &E) -> Value {
    serde_json::to_value(image(entity)).expect("an image is JSON")
}

/// Returns the keys of the second track of `Arrival` as JSON.
fn keys_json() -> Value {
    json!({ "pk": { "S": "Track#Arrival" }, "sk": { "S": image_json(&track(""))["sk"]["S"] } })
}
