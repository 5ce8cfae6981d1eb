//! Ten tasks, written with each of three libraries for DynamoDB. `electrodb.ts` and `toolbox.ts` have them in
//! TypeScript.
//!
//! The table has albums, and tracks in the same partitions. Its index lists the albums of an artist by year.
//! All keys are texts that are composed of fields, so that other entities can use the same index. The tasks:
//!
//! - declare: the table with its index, both entities and their collection.
//! - get: an album by its key.
//! - insert if absent: an album; false if there is one with its key.
//! - query a range backwards: the last ten albums of an artist within a range of years.
//! - update and return: set the title of an album that must exist, and return the album as it is afterwards.
//! - counter: count one more track of an album that must exist.
//! - cursor for a client: twenty tracks of an album, from a cursor on that a client keeps as text, and the next cursor.
//! - collection: an album and all its tracks, from one query.
//! - transaction: insert a track if it is absent and count it on its album, which must exist; false if the track
//!   is there.
//! - batch: tracks of an album by their numbers. Keys that DynamoDB leaves unprocessed are asked for again, a few
//!   times at most.

pub mod facade;
pub mod modyne_tasks;
pub mod ours;
