//! Typed single-table modelling for DynamoDB.
//!
//! A single-table design stores many kinds of items in one DynamoDB table. With this crate each kind is a Rust type with
//! one declaration. The keys, the index views, the queries and the updates follow from that declaration. A request that
//! DynamoDB would refuse, or that would silently do the wrong thing, does not compile.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use single_table::{Entity, Error, Store, table};
//!
//! table! {
//!     /// The table of a music library.
//!     pub struct MusicTable {
//!         key: (pk, sk),
//!         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
//!         entities: [Track],
//!     }
//! }
//!
//! /// A track of an album.
//! #[derive(Debug, Serialize, Deserialize, Entity)]
//! #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
//! #[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(title))]
//! pub struct Track {
//!     album: String,
//!     number: u16,
//!     artist: String,
//!     title: String,
//! }
//!
//! async fn songs_with_s(store: &Store<MusicTable>, artist: &str) -> Result<Vec<Track>, Error> {
//!     store.all(TracksByArtist::query(artist.to_owned()).begins_with_text(&(), "S")).await
//! }
//! ```
//!
//! # The guide
//!
//! [First steps](guide::first_steps) is a whole program. The other pages explain one topic each, all with the same music
//! library:
//!
//! - modelling: [the model](guide::model), [keys](guide::keys), [item collections](guide::collections),
//!   [indexes](guide::indexes), [native indexes](guide::native_indexes), [existing
//!   tables](guide::existing_tables), [relationships](guide::relationships)
//! - reading: [queries](guide::queries), [batches](guide::batches), [sharding](guide::sharding),
//!   [streams](guide::streams), [scans and migrations](guide::scans)
//! - writing: [writes](guide::writes), [unique values and versions](guide::unique), [transactions](guide::transactions)
//! - running: [schema](guide::schema), [capacity](guide::capacity), [testing](guide::testing)
//! - reference: [the DynamoDB operation of each call](guide::operations), [comparison with other
//!   libraries](guide::comparison)
//!
//! # Operations
//!
//! | to | use | module |
//! |---|---|---|
//! | declare a table and its entities | [`table!`], [`Entity`](derive@Entity), [`Collection`], [`database!`] | [`table`](mod@table), [`entity`], [`model`], [`view`] |
//! | read an item by its key | [`Store::get`], [`Store::get_many`], [`Store::batch_get`], [`Store::transact_get`] | [`read`] |
//! | query a partition | [`Query`] with [`Store::page`] and [`Store::all`] | [`query`] |
//! | scan a table or an index | [`Scan`] with [`Store::page`], [`Store::all`] and [`Store::parallel_scan`] | [`scan`] |
//! | write one item | [`Put`], [`Update`] and [`Delete`] with [`Store::execute`] | [`write`](mod@write) |
//! | write whole entities, with unique values and versions | [`Store::insert`], [`Store::replace`], [`Store::save`], [`Store::relocate`], [`Store::remove`] | [`write`](mod@write) |
//! | write several items at once | [`Transaction`] with [`Store::transact`], [`BatchWrite`], [`WritingPager`](write::WritingPager) | [`write`](mod@write) |
//! | make a write depend on the item in place | [`Condition`], made from the [`Field`]s of an entity | [`expression`] |
//! | create the table, and compare it with a deployed one | [`Schema`] | [`schema`] |
//! | change the shape of stored items | [`Backfill`], [`PastVersion`](derive@migration::PastVersion) | [`backfill`], [`migration`] |
//! | estimate and meter capacity | [`Estimate`](capacity::Estimate), [`Meter`](capacity::Meter) | [`capacity`] |
//! | read the table's stream | [`TableItem`](derive@stream::TableItem), [`Record`](stream::Record), [`Change`](stream::Change) | [`stream`] |
//! | convert items of exports | [`encode`], [`decode`] | [`item`] |
//! | tell what failed, and whether to repeat the call | [`Error`], [`Error::outcome`] | [`error`] |
//! | test with faults | `testing`, with the feature `test-util` | `testing` |

pub mod backfill;
pub mod capacity;
mod const_str;
mod cursor;
mod derive;
pub mod entity;
pub mod error;
pub mod expression;
pub mod guide;
pub mod item;
pub mod migration;
pub mod model;
#[doc(hidden)]
pub mod private;
pub mod query;
pub mod raw;
pub mod read;
pub mod scan;
pub mod schema;
pub mod store;
pub mod stream;
pub mod table;
#[cfg(feature = "test-util")]
pub mod testing;
mod time;
pub mod view;
pub mod write;

pub use backfill::Backfill;
pub use derive::{Collection, Entity};
pub use entity::{Entity, Key, Versioned};
pub use error::Error;
pub use expression::{Condition, Field};
pub use item::{decode, encode};
pub use query::{Offset, Page, Query};
pub use read::KeySet;
pub use scan::Scan;
pub use schema::Schema;
pub use store::Store;
pub use table::{Database, Table};
pub use time::EpochSeconds;
pub use write::{BatchWrite, Check, Delete, Put, Transaction, TransactionError, Update, WriteError, Written};

/// An item in the SDK's form: attribute names and values.
pub type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

pub use aws_sdk_dynamodb::Client;
#[doc(inline)]
pub use table_keys as keys;
pub use table_keys::Timestamp;
