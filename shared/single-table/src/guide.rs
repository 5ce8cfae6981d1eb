//! The guide: one page for each concept, all based on the same music library.
//!
//! Start with [First steps](first_steps), and read the other pages when you need them. The examples on these pages run as
//! tests of this crate.
//!
//! | page | content |
//! |---|---|
//! | [First steps](first_steps) | a first program: a table, two entities, two indexes, reads, writes and a transaction |
//! | [The model](model) | the declarations of the music library, which all other pages use |
//! | [Keys](keys) | encoding, sort order and uniqueness of keys |
//! | [Item collections](collections) | an album and its tracks, read with one query |
//! | [Indexes](indexes) | global, local, overloaded and sparse indexes |
//! | [Native indexes](native_indexes) | indexes whose keys are the items' own attributes |
//! | [Existing tables](existing_tables) | tables that another program made: their names, types and keys |
//! | [Relationships](relationships) | one to many, many to many, hierarchies |
//! | [Queries](queries) | conditions on the sort key, pages, filters and their price |
//! | [Writes](writes) | insert, put, update, delete, conditions, documents, lists, sets, counters, returned items, errors, expiry |
//! | [Unique values and versions](unique) | unique constraints and optimistic locking |
//! | [Transactions](transactions) | several writes that succeed or fail together, and updates of any size |
//! | [Batches](batches) | reads and writes of many items with few requests |
//! | [Sharding](sharding) | a busy partition of an index, spread over several shards |
//! | [Streams](streams) | changes from the table's stream, as the entities of the table |
//! | [Scans and migrations](scans) | jobs that read a whole table, and changes to stored items |
//! | [Schema](schema) | creating a table, and comparing it with its declaration |
//! | [Capacity](capacity) | sizes of items and prices of requests |
//! | [Testing](testing) | engines, injected faults and scripted answers |
//! | [Operations](operations) | the DynamoDB operation behind each method |
//! | [From Tempest](tempest) | the words and the test scenarios of Tempest, and their counterparts here |
//! | [Comparison](comparison) | strengths and weaknesses compared with other libraries |
//!
//! The examples of this crate are whole programs. Run one with `cargo run -p single-table --example NAME`:
//!
//! | example | content |
//! |---|---|
//! | `music_library` | the model of this guide, with one function for each access pattern |
//! | `order_entry` | AWS's order entry example: an adjacency list of 17 entities with an overloaded and a sharded index |
//! | `blog` | all attribute types, expiry, and the price of items |
//! | `patterns` | one short file for each pattern of single-table design |

// Lets the pages link to the items of the crate without a path.
#[cfg(doc)]
use crate::{
    backfill::*, capacity::*, entity::*, error::*, item::*, query::*, read::*, scan::*, schema::*, store::*,
    stream::*, table::*, view::*, write::*, *,
};

#[doc = include_str!("../docs/first_steps.md")]
pub mod first_steps {}

#[doc = include_str!("../docs/model.md")]
#[doc = "```"]
#[doc = include_str!("../examples/music_library/model.rs")]
#[doc = "# fn main() {}"]
#[doc = "```"]
#[doc = include_str!("../docs/model_plays.md")]
#[doc = "```no_run"]
#[doc = "# include!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/examples/music_library/model.rs\"));"]
#[doc = include_str!("../docs/plays.rs")]
#[doc = "# fn main() {}"]
#[doc = "```"]
#[doc = ""]
#[doc = "Next: [Keys](keys)."]
pub mod model {}

#[doc = include_str!("../docs/keys.md")]
pub mod keys {}

#[doc = include_str!("../docs/collections.md")]
pub mod collections {}

#[doc = include_str!("../docs/indexes.md")]
pub mod indexes {}

#[doc = include_str!("../docs/native_indexes.md")]
pub mod native_indexes {}

#[doc = include_str!("../docs/existing_tables.md")]
pub mod existing_tables {}

#[doc = include_str!("../docs/relationships.md")]
pub mod relationships {}

#[doc = include_str!("../docs/queries.md")]
pub mod queries {}

#[doc = include_str!("../docs/writes.md")]
pub mod writes {}

#[doc = include_str!("../docs/unique.md")]
pub mod unique {}

#[doc = include_str!("../docs/transactions.md")]
pub mod transactions {}

#[doc = include_str!("../docs/batches.md")]
pub mod batches {}

#[doc = include_str!("../docs/sharding.md")]
pub mod sharding {}

#[doc = include_str!("../docs/streams.md")]
pub mod streams {}

#[doc = include_str!("../docs/scans.md")]
pub mod scans {}

#[doc = include_str!("../docs/schema.md")]
pub mod schema {}

#[doc = include_str!("../docs/capacity.md")]
pub mod capacity {}

#[doc = include_str!("../docs/testing.md")]
pub mod testing {}

#[doc = include_str!("../docs/operations.md")]
pub mod operations {}

#[doc = include_str!("../docs/tempest.md")]
pub mod tempest {}

#[doc = include_str!("../docs/comparison.md")]
pub mod comparison {}
