//! Migration on read: items of past schema versions, and the steps that upgrade them.
//!
//! An entity whose shape changes declares `#[schema(...)]`. Its items then carry the number of their schema version, and each
//! past version is a struct that derives [`PastVersion`](derive@PastVersion). A step, which is an implementation of [`From`] or
//! [`TryFrom`], turns each version into the next one:
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use single_table::migration::PastVersion;
//! use single_table::{Entity, table};
//!
//! table! {
//!     /// The music library.
//!     pub struct MusicTable { key: (pk, sk), entities: [Track] }
//! }
//!
//! /// A track of an album.
//! #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
//! #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
//! #[schema(attribute = "schemaVersion", version = 2, past(TrackV1))]
//! pub struct Track {
//!     album: String,
//!     number: u16,
//!     title: String,
//!     seconds: u32,
//! }
//!
//! /// Version 1 of a track, which had its length as a text such as `3:05`.
//! #[derive(Serialize, Deserialize, PastVersion)]
//! struct TrackV1 {
//!     album: String,
//!     number: u16,
//!     title: String,
//!     length: String,
//! }
//!
//! /// The length is not minutes, a colon and seconds.
//! #[derive(Debug, thiserror::Error)]
//! #[error("the length {0:?} of a track is not minutes and seconds, such as 3:05")]
//! pub struct NoLength(String);
//!
//! impl TryFrom<TrackV1> for Track {
//!     type Error = NoLength;
//!
//!     fn try_from(past: TrackV1) -> Result<Self, NoLength> {
//!         let TrackV1 { album, number, title, length } = past;
//!         let parts = length.split_once(':').and_then(|(minutes, seconds)| {
//!             Some(minutes.parse::<u32>().ok()? * 60 + seconds.parse::<u32>().ok()?)
//!         });
//!         Ok(Track { album, number, title, seconds: parts.ok_or(NoLength(length))? })
//!     }
//! }
//!
//! // A test of the step: the item as the old program wrote it, and the entity as this program reads it.
//! let stored = serde_json::json!({
//!     "pk": "Track#Arrival", "sk": "00002", "type": "Track",
//!     "album": "Arrival", "number": 2, "title": "Dancing Queen", "length": "3:51",
//! });
//! let item: single_table::item::StreamItem = serde_dynamo::to_item(stored)?;
//! let track: Track = single_table::decode(item)?;
//! assert_eq!((track.title.as_str(), track.seconds), ("Dancing Queen", 231));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reads and writes of past versions
//!
//! - Every read upgrades: `get`, queries, scans, batches, stream records and [`decode`](crate::decode). The stored item does not
//!   change. A [projection](crate::read::Projection) of such an entity reads whole items, because the step may need every
//!   attribute; such a read costs no additional units.
//! - A [`Put`](crate::Put) writes the current version.
//! - An [`Update`](crate::Update), and every condition on an item, names attributes of the current version. So the operation
//!   requires that the item has the current version. If the item has a past version, the library first writes the upgraded item,
//!   provided that nobody has changed the item since, and then sends the operation again. No item has attributes of two versions.
//!   An update of a missing item fails, unless the update is an [upsert](crate::Update::upsert).
//! - A [`Backfill`](crate::Backfill) upgrades all items with the same steps.
//! - Filters and index keys apply to the stored version. If a step changes one, a query by the new value finds the item only
//!   after a backfill.
//!
//! A step must keep the primary key, the version of optimistic locking and the values of unique constraints. A step that changes
//! the primary key fails with [`Error::Upgrade`](crate::Error::Upgrade). After a step that changes the time of
//! expiry of an entity with unique constraints, run a backfill, which renews the records of its values.
//!
//! # Renamed fields
//!
//! A field that is only renamed needs no schema version: `#[serde(alias = "...")]` reads the old name. An item
//! with such an attribute is in a past form, and the rules above apply: an update or a conditional write first
//! writes it with today's names. Filters find only stored names, so run a backfill before you filter by one.
//!
//! # Changing a shape
//!
//! 1. Declare `#[schema(attribute = "schemaVersion", version = 1, past())]` and deploy it, before anything changes. Without it,
//!    the running program doesn't recognize the items of the next one. An item without the attribute has version 1.
//! 2. Copy the entity's struct as `TrackV1`, change the entity, raise `version`, add `TrackV1` to `past(...)` and write the step.
//!    As soon as the new program writes items, the old program fails with
//!    [`Error::UnknownSchemaVersion`](crate::Error::UnknownSchemaVersion) for these items instead of reading them wrongly.
//! 3. Run a [`Backfill`](crate::Backfill) without a change. After that, `TrackV1` and its step can go: the version keeps its
//!    number.

mod past_version;
mod step;

pub use crate::derive::PastVersion;
pub use past_version::PastVersion;
#[doc(hidden)]
pub use past_version::read_past;
#[doc(hidden)]
pub use step::{NextVersion, next_version};
