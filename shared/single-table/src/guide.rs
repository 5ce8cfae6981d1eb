//! The guide: a page for each concept, all about one music library.
//!
//! Read the first page, then what you need. Every example on these pages runs when the crate is tested.
//!
//! | page | what it is about |
//! |---|---|
//! | [First steps](first_steps) | a table, an entity with two indexes, reads, writes and a transaction |
//! | [The model](model) | the music library's declarations, which the other pages use |
//! | [Keys](keys) | how values become keys, in which order they sort, and why no two collide |
//! | [Item collections](collections) | an album with its tracks by one query |
//! | [Indexes](indexes) | other ways to list: global, local, overloaded, sparse |
//! | [Native indexes](native_indexes) | indexes on the items' own attributes |
//! | [Relationships](relationships) | one to many, many to many, hierarchies |
//! | [Queries](queries) | conditions, filters, pages and their price |
//! | [Writes](writes) | put, update, delete, conditions, counters, expiry |
//! | [Unique values and versions](unique) | values that no two items share; optimistic locking |
//! | [Transactions](transactions) | several writes, all or none; more than one takes |
//! | [Batches](batches) | many reads or writes in few requests |
//! | [Sharding](sharding) | a busy partition of an index, spread over several |
//! | [Scans and migrations](scans) | jobs over a whole table, in parallel and resumed |
//! | [Schema](schema) | making the table, and comparing it with one that is there |
//! | [Capacity](capacity) | what an item takes and what requests cost |
//! | [Testing](testing) | how code bears what DynamoDB does on a bad day |
//! | [Operations](operations) | what DynamoDB operation each call becomes |
//! | [Comparison](comparison) | what other libraries do, and do better |
//!
//! Whole programs are among the crate's examples, each run by `cargo run -p single-table --example NAME`:
//!
//! | example | what it shows |
//! |---|---|
//! | `music_library` | the model of these pages, one function for each access pattern |
//! | `order_entry` | ten entities as an adjacency list, with an overloaded and a sharded index |
//! | `blog` | every attribute type, expiry, what items cost |
//! | `patterns` | one short file for each strategy of single-table design |

// The pages name the items of the crate as code does that imports them.
#[cfg(doc)]
use crate::*;

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

#[doc = include_str!("../docs/comparison.md")]
pub mod comparison {}
