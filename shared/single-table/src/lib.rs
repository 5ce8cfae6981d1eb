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
//! | test | `test_util`, behind the feature `test-util` |

mod attribute;
mod backfill;
mod batch;
mod batch_write;
mod capacity;
mod change;
mod chunks;
mod collection;
mod condition;
mod database;
mod declare;
mod entity;
mod error;
mod estimate;
mod expression;
mod filter;
pub mod guide;
mod item;
mod key_attributes;
mod key_set;
mod names;
mod native;
mod native_attributes;
mod offset;
mod part;
mod query;
mod reach;
mod retry;
mod scan;
mod schema;
mod sharded_offset;
mod sharding;
mod shards;
mod size;
mod sort_condition;
mod store;
mod table;
#[cfg(feature = "test-util")]
pub mod test_util;
mod time;
mod transaction;
mod unique;
mod update;
mod version;
mod view;
mod write;
mod writing_pager;

pub use attribute::{Field, Keyed, Number, Opaque, Plain, Settable, Unique, Version};
pub use backfill::{Backfill, BackfillCounts, BackfillError, BackfillProgress, BackfillRun};
pub use batch::{BatchWritten, Loaded, Unprocessed};
pub use batch_write::BatchWrite;
pub use capacity::{Meter, Units, Usage};
pub use change::ChangeError;
pub use condition::Condition;
pub use database::{Contains, Database};
pub use entity::{Entity, Key};
pub use error::{Error, WriteError};
pub use estimate::{Estimate, IndexUnits, Reading, read_units, transactional_write_units, write_units};
pub use item::{decode, encode, entity_name};
pub use key_attributes::KeyAttributes;
pub use key_set::{ItemSet, KeySet, Slot};
pub use names::partition_names;
pub use native::{NativeView, Range};
pub use offset::Offset;
pub use query::{Page, Query};
pub use reach::{OnePartition, Reach};
pub use retry::Backoff;
pub use scan::{ParallelScan, Scan, ScanOffset, ScanOffsetError, ScanPage, ScanProgress};
pub use schema::{CreateError, Difference, Schema};
pub use sharded_offset::{ShardedOffset, ShardedOffsetError};
pub use sharding::{ShardingError, shards_for};
pub use shards::{AllShards, MOST_SHARDS, Shard, ShardedQuery, ShardedView};
pub use single_table_derive::{Collection, Entity};
pub use size::{MAX_ITEM_BYTES, item_size};
pub use store::Store;
pub use table::{
    GlobalIndex, Holds, Index, IndexKind, IndexSchema, JoinedIndex, KeyAttribute, LocalIndex, NativeIndex,
    Scalar, StreamView, Table,
};
pub use time::EpochSeconds;
pub use transaction::{Cancelled, Op, Transaction, TransactionError};
pub use unique::{Constraint, Record, Taken, Unconstrained};
pub use update::Update;
pub use version::Versioned;
pub use view::{ConsistentView, JoinedView, Listed, Rekey, View};
pub use write::{Check, Delete, Put, Written};
pub use writing_pager::{PageError, PagedWrite, WritingPager, WritingPagerError, WrittenPage};

/// An item as DynamoDB's SDK has it: attribute names and values.
pub type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

pub use aws_sdk_dynamodb::Client;
pub use serde_dynamo::Item as StreamItem;
#[doc(inline)]
pub use table_keys as keys;
pub use table_keys::Timestamp;

/// What the derive macro's code names. Not for use by hand.
#[doc(hidden)]
pub mod private {
    pub use crate::Item;
    pub use crate::attribute::{Field, Keyed, Opaque, Plain, Unique, Version};
    pub use crate::collection::{check_index_member, check_member, expires, is_a, not_in_collection};
    pub use crate::entity::{Entity, Key};
    pub use crate::error::Error;
    pub use crate::item::{attribute, collect, decode, field};
    pub use crate::key_attributes::KeyAttributes;
    pub use crate::names::{Names, check_attribute, check_table, first};
    pub use crate::native::NativeView;
    pub use crate::native_attributes::{
        check_view as check_native_view, is_mixed, partition as native_partition, push as push_native,
        text as native_text,
    };
    pub use crate::query::Query;
    pub use crate::scan::Scan;
    pub use crate::shards::{Shard, ShardedQuery, ShardedView, check_shards, query_shard};
    pub use crate::sort_condition::SortCondition;
    pub use crate::table::{GlobalIndex, Index, IndexSchema, JoinedIndex, Table};
    pub use crate::table::{on_global, on_local, on_native, ttl_attribute};
    pub use crate::time::EpochSeconds;
    pub use crate::unique::{Constraint, Record, Unconstrained};
    pub use crate::version::Versioned;
    pub use crate::view::{ConsistentView, JoinedView, Listed, Rekey, View};
    pub use crate::view::{Moves, Optional, joined_partition, key_text};
    pub use aws_sdk_dynamodb::types::AttributeValue;
    pub use table_keys::{
        EntityName, KeyError, named_sort_key, parse_named_sort_key, parse_partition_key, parse_sort_key,
        partition_key, sort_key,
    };
}
