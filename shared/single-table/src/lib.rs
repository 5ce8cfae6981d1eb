//! Typed single-table modelling for DynamoDB.
//!
//! One physical table holds many kinds of items. This crate gives each kind a type of its own, from one declaration:
//! the keys, the index views, the queries and the updates follow from it, and what DynamoDB would refuse, or would
//! do wrong without a word, does not compile.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use single_table::{Entity, Error, Store, table};
//!
//! table! {
//!     /// All that the music library keeps.
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
//! [First steps](guide::first_steps) is a whole program. Then read what you need, all about one music library:
//!
//! - modelling: [the model](guide::model), [keys](guide::keys), [item collections](guide::collections),
//!   [indexes](guide::indexes), [native indexes](guide::native_indexes), [relationships](guide::relationships)
//! - reading: [queries](guide::queries), [batches](guide::batches), [sharding](guide::sharding),
//!   [scans and migrations](guide::scans)
//! - writing: [writes](guide::writes), [unique values and versions](guide::unique), [transactions](guide::transactions)
//! - running: [schema](guide::schema), [capacity](guide::capacity), [testing](guide::testing)
//! - looking up: [what DynamoDB operation each call becomes](guide::operations), [what other libraries
//!   do](guide::comparison)
//!
//! # What is where
//!
//! | task | items |
//! |---|---|
//! | declare | [`table!`], [`Entity`](derive@Entity), [`Collection`], [`database!`], [`keys`](guide::keys) |
//! | read | [`Store::get`], [`Query`] with [`Store::page`] and [`Store::all`], [`Store::batch_get`], [`Store::scan_page`] |
//! | write | [`Put`], [`Update`], [`Delete`] with [`Store::execute`]; [`Transaction`] with [`Store::transact`]; [`BatchWrite`]; [`WritingPager`] |
//! | keep values unique, lock by version | [`Store::insert`], [`Store::replace`], [`Store::remove`]; [`Constraint`], [`Versioned`] |
//! | ask first | [`Condition`], made from the [`Field`]s of an entity |
//! | make the table, and change it | [`Schema`], [`Backfill`] |
//! | count the cost | [`Estimate`], [`item_size`], [`shards_for`], [`Meter`] |
//! | without a store | [`encode`], [`decode`], for streams and exports |
//! | test | `testing`, behind the feature `test-util` |

mod backfill;
mod capacity;
mod const_str;
mod entity;
mod error;
mod expression;
pub mod guide;
mod item;
mod query;
mod read;
mod scan;
mod schema;
mod store;
mod table;
#[cfg(feature = "test-util")]
pub mod testing;
mod time;
mod view;
mod write;

pub use backfill::{Backfill, BackfillCounts, BackfillError, BackfillProgress, BackfillRun};
pub use capacity::{
    Estimate, IndexUnits, Meter, Reading, ShardingError, Units, Usage, read_units, shards_for,
    transactional_write_units, write_units,
};
pub use entity::{Constraint, Entity, Key, Record, Taken, Unconstrained, Versioned};
pub use error::Error;
pub use expression::{Condition, Field, Keyed, Number, Opaque, Plain, Settable, Unique, Version};
pub use item::{KeyAttributes, MAX_ITEM_BYTES, decode, encode, entity_name, item_size};
pub use query::{
    AllShards, Offset, OnePartition, Page, Query, Range, Reach, ReadPages, ShardedOffset, ShardedOffsetError,
    ShardedQuery,
};
pub use read::{ItemSet, KeySet, Slot};
pub use scan::{ParallelScan, Scan, ScanOffset, ScanOffsetError, ScanPage, ScanProgress};
pub use schema::{CreateError, Difference, Schema};
pub use single_table_derive::{Collection, Entity};
pub use store::{Backoff, Loaded, Store, Unprocessed};
pub use table::check::partition_names;
pub use table::database::{Contains, Database};
pub use table::{
    GlobalIndex, Holds, Index, IndexKind, IndexSchema, JoinedIndex, KeyAttribute, LocalIndex, NativeIndex,
    Scalar, StreamView, Table,
};
pub use time::EpochSeconds;
pub use view::{
    ConsistentView, JoinedView, Listed, MOST_SHARDS, NativeView, Rekey, Shard, ShardedView, View,
};
pub use write::{
    BatchWrite, BatchWritten, Cancelled, ChangeError, Check, Delete, Op, Operation, PageError, PagedWrite,
    Put, Single, Transaction, TransactionError, Update, WriteError, WritingPager, WritingPagerError, Written,
    WrittenPage,
};

/// An item as DynamoDB's SDK has it: attribute names and values.
pub type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

pub use aws_sdk_dynamodb::Client;
pub use serde_dynamo::Item as StreamItem;
#[doc(inline)]
pub use table_keys as keys;
pub use table_keys::Timestamp;

/// The names that the code of the derive macros uses. Not for use by hand.
#[doc(hidden)]
pub mod private {
    pub use crate::const_str::first;
    pub use crate::entity::names_of;
    pub use crate::item::native_attributes::{
        check_view as check_native_view, is_mixed, partition as native_partition, push as push_native,
        text as native_text,
    };
    pub use crate::item::{attribute, collect, field};
    pub use crate::query::{SortCondition, query_shard};
    pub use crate::table::check::{check_attribute, check_table};
    pub use crate::table::names::Names;
    pub use crate::table::{on_global, on_local, on_native, ttl_attribute};
    pub use crate::view::{
        Moves, Optional, check_index_member, check_member, check_shards, expires, is_a, joined_partition,
        key_text, not_in_collection,
    };
    pub use aws_sdk_dynamodb::types::AttributeValue;
    pub use table_keys::{
        EntityName, KeyError, named_sort_key, parse_named_sort_key, parse_partition_key, parse_sort_key,
        partition_key, sort_key,
    };
}
