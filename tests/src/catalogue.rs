//! The stored form of a person's catalogue, read without the code that writes it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The bytes of segments that are full after some ten favorites, so that histories of a test come to what a large library meets.
pub const SMALL_SEGMENT: usize = 1_750;

/// The data types in the order of their numbers.
const DATA_TYPES: [&str; 9] =
    ["image", "video", "link", "file", "music", "chatRecord", "voice", "note", "location"];

/// How many of each type.
pub type ByType = BTreeMap<&'static str, i64>;

/// The latest known state of an item.
#[derive(Debug, Serialize, Deserialize)]
pub enum Facet<T> {
    /// Nothing is known.
    Unknown,
    /// It is there.
    Present {
        /// At this version.
        version: u64,
        /// With this content.
        item: T,
    },
    /// It was removed.
    Removed {
        /// At this version.
        version: u64,
        /// In this second.
        since: u64,
    },
}

/// A favorite that is not in the trash.
#[derive(Debug, Serialize, Deserialize)]
pub struct Live {
    pub(crate) data_type: u32,
    pub(crate) tags: Vec<u32>,
    /// The second from which on it is gone.
    pub expire_time: Option<u64>,
    /// Whether not all of its text is searched.
    pub cut: bool,
}

/// What is known of a favorite.
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Which one.
    pub data_id: Uuid,
    /// The favorite itself.
    pub live: Facet<Live>,
    /// The favorite in the trash.
    pub trash: Facet<()>,
}

/// The entries of a segment or of a head.
#[derive(Debug, Serialize, Deserialize)]
pub struct Block {
    /// Tags that entries refer to by number.
    pub tags: Vec<Uuid>,
    /// The entries, in the order of ids.
    pub entries: Vec<Entry>,
}

impl Block {
    /// The entries that the item of a segment or head has.
    #[must_use]
    pub fn of(item: &Value) -> Self {
        let bytes = bytes(item, "entries");
        let (format, block) = bytes.split_first().expect("entries begin with the number of their form");
        assert_eq!(*format, 1, "the form of entries");
        decode(block)
    }

    /// The type and the tags of one of its favorites.
    #[must_use]
    pub fn describe(&self, live: &Live) -> (&'static str, Vec<String>) {
        let tags = live.tags.iter().map(|number| self.tags[at(*number)].to_string()).collect();
        (DATA_TYPES[at(live.data_type)], tags)
    }
}

/// The counters of tags that a head has.
#[must_use]
pub fn by_tag(head: &Value) -> BTreeMap<String, ByType> {
    let counters: BTreeMap<Uuid, BTreeMap<u32, i64>> = decode(&bytes(head, "byTag"));
    let of_tag = |counters: BTreeMap<u32, i64>| {
        counters.into_iter().map(|(data_type, counter)| (DATA_TYPES[at(data_type)], counter)).collect()
    };
    counters.into_iter().map(|(tag, counters)| (tag.to_string(), of_tag(counters))).collect()
}

fn at(number: u32) -> usize {
    usize::try_from(number).expect("this machine counts further than 32 bits")
}

fn bytes(item: &Value, attribute: &str) -> Vec<u8> {
    let text = item[attribute].as_str().unwrap_or_else(|| panic!("no {attribute} in {item}"));
    STANDARD.decode(text).unwrap_or_else(|error| panic!("{attribute} of {item}: {error}"))
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> T {
    postcard::from_bytes(bytes).unwrap_or_else(|error| panic!("{bytes:?}: {error}"))
}
