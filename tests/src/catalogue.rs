//! Reads the stored form of a user's catalogue, without the code that writes it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// A segment size in bytes that about ten favorites fill, so that short histories in tests behave like large libraries.
pub const SMALL_SEGMENT: usize = 300;
/// A node size of the count tree in bytes that three tags or ten expiry times fill, for the same reason.
pub const SMALL_NODE: usize = 70;

/// The data types in the order of their numbers.
pub(crate) const DATA_TYPES: [&str; 9] =
    ["image", "video", "link", "file", "music", "chatRecord", "voice", "note", "location"];

/// The latest known state of an item.
#[derive(Debug, Serialize, Deserialize)]
pub enum Facet<T> {
    /// The catalogue knows nothing about the item.
    Unknown,
    /// The item exists.
    Present {
        /// The latest known version.
        version: u64,
        /// The content at that version.
        item: T,
    },
    /// The item was removed.
    Removed {
        /// The version that was removed.
        version: u64,
        /// The Unix time of the removal, in seconds.
        since: u64,
    },
}

/// A favorite that is not in the trash.
#[derive(Debug, Serialize, Deserialize)]
pub struct Live {
    pub(crate) data_type: u32,
    pub(crate) tags: Vec<u32>,
    /// The Unix time at which the favorite expires, in seconds.
    pub expire_time: Option<u64>,
}

/// The catalogue's entry of a favorite.
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The id of the favorite.
    pub data_id: Uuid,
    /// The state of the favorite outside the trash.
    pub live: Facet<Live>,
    /// The state of the favorite in the trash, with the Unix time at which it leaves the trash, in seconds.
    pub trash: Facet<u64>,
}

/// The entries of a segment or of a head.
#[derive(Debug, Serialize, Deserialize)]
pub struct Block {
    /// The tags, to which entries refer by number.
    pub tags: Vec<Uuid>,
    /// The entries in the order of their ids.
    pub entries: Vec<Entry>,
}

impl Block {
    /// Reads the entries from the item of a segment or a head.
    #[must_use]
    pub fn of(item: &Value) -> Self {
        let bytes = bytes(item, "entries");
        let (format, block) = bytes.split_first().expect("entries begin with the number of their form");
        assert_eq!(*format, 3, "the form of entries");
        decode(block)
    }

    /// Adds the entries of another block, which come after those of this one.
    pub fn append(&mut self, other: Self) {
        let listed = u32::try_from(self.tags.len()).expect("a block has few tags");
        self.tags.extend(other.tags);
        self.entries.extend(other.entries.into_iter().map(|mut entry| {
            if let Facet::Present { item, .. } = &mut entry.live {
                item.tags.iter_mut().for_each(|number| *number += listed);
            }
            entry
        }));
    }

    /// Returns the stored form.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        postcard::to_extend(self, vec![3]).expect("they can be packed")
    }

    /// Returns the type and the tags of a favorite in this block.
    #[must_use]
    pub fn describe(&self, live: &Live) -> (&'static str, Vec<String>) {
        let tags = live.tags.iter().map(|number| self.tags[at(*number)].to_string()).collect();
        (DATA_TYPES[at(live.data_type)], tags)
    }
}

fn at(number: u32) -> usize {
    usize::try_from(number).expect("this machine counts further than 32 bits")
}

pub(crate) fn bytes(item: &Value, attribute: &str) -> Vec<u8> {
    let text = item[attribute].as_str().unwrap_or_else(|| panic!("no {attribute} in {item}"));
    STANDARD.decode(text).unwrap_or_else(|error| panic!("{attribute} of {item}: {error}"))
}

pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> T {
    postcard::from_bytes(bytes).unwrap_or_else(|error| panic!("{bytes:?}: {error}"))
}
