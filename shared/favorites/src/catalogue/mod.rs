//! The catalogue: counters and entries of a user's favorites, which the stream's consumer keeps.
//!
//! # Items
//!
//! The catalogue has one *entry* for each favorite: the latest known state of the favorite's item and of its item in the trash.
//! *Segments* of up to one kilobyte hold the entries in the order of ids. The *head* holds the
//! newest changes, the *journal*: if the journal has an entry for a favorite, that entry counts, and otherwise the one in the
//! segment. The head also holds the counters of the account. The counters of tags, and the changes of counters when favorites
//! expire, are in the [count tree](count_tree), whose newest changes are in the head as well.
//!
//! A segment holds the ids from its first one up to the first one of the next. A full segment is *cut*: the entries from some id
//! on are put into a new one. The full one stays as it is, because writing it costs as much again. What it has beyond its range is
//! not looked at, and dropped when it is written next.
//!
//! The head also has the state of the [search index](crate::search_index), so that one put counts a change and makes it searchable.
//!
//! # Why a change counts exactly once
//!
//! - A record of the stream tells the state that an item has after it. The states of an item have an order, which does not
//!   rest on the stream's: the version that every edit raises. A record of a state that is not later than the known one changes
//!   nothing. So a record may come again, late, in another batch, or to another consumer.
//! - A commit takes the weight of the old state off the counters, adds that of the new one, and notes the new state in the
//!   journal. The weight of a favorite that expires includes the change in its second of expiry. All of that is in one item,
//!   with one conditional put. It happens whole or not at all, and only if nobody else committed since the head was read. Where
//!   much is new and comes after all that a segment has, it is noted in new segments instead, in one
//!   transaction with the head.
//! - Moving entries from the journal to segments changes no state. A segment that has taken them in and a head that still has
//!   them in its journal say the same. So this needs no transaction, and may end half-way.
//! - What reconciliation corrected may be earlier than what the segment has. Such an entry moves only together with the head.
//! - New segments are made only together with the head. So the segments that were read after the head are all that there are when it
//!   is put, and who puts a segment later than that, with a head that is gone, changes what is beyond its range, or nothing.
//! - So at each moment the counters are the sum of what the known states weigh; and when every record was delivered, the known
//!   states are those of the table.
//!
//! It rests on conditional writes of single items, on consistent reads, and on the transaction of a head with new segments.
//!
//! # What a record that comes back meets
//!
//! A removed item leaves a tombstone, or a record from before the removal would bring it back. It is forgotten after
//! [`TOMBSTONE_KEEPS`](crate::limits::TOMBSTONE_KEEPS), and only in a segment, together with all that the segment knew of the
//! item: a journal that forgot would let the segment's older state show again. A record older than
//! [`RECORD_BELIEVED`](crate::limits::RECORD_BELIEVED) is not believed: the item itself is read, and tells how it is.
//!
//! # Numbers of changes
//!
//! The revision of the head that changes an entry is the sequence number of the change. The head has the numbers of its journal's entries, and a
//! row has those of the entries that a put of the head takes out of the journal. [`feed`](crate::feed) reads them.
//!
//! # What it costs
//!
//! A batch costs the head, which has two or three kilobytes, and now and then segments that entries of the
//! journal belong to, or a run of the count tree. Many new favorites cost twice their bytes.
//! `docs/catalogue.md` has the measurements.

mod believed;
mod change_row;
mod changes;
pub(crate) mod count_tree;
mod due;
mod entry;
mod erasure_note;
mod head;
mod head_counts;
mod observe;
mod pack;
mod read_again;
mod revision;
mod room;
#[cfg(test)]
mod samples;
mod segment;
mod sequences;
mod sighting;
mod slots;
mod sums_now;
mod tally;

pub(crate) use change_row::{ChangeRow, ChangeRowItems};
pub use due::Repairs;
pub(crate) use due::{DUE_SHARDS, ReconciliationDue};
pub(crate) use entry::{Entries, Entry, Facet, Live};
pub(crate) use erasure_note::{ErasedAccount, Erasure};
pub(crate) use head::{Head, HeadItems, OpenHead};
pub(crate) use head_counts::HeadCounts;
pub(crate) use revision::drawn;
pub(crate) use segment::{Cuts, Segment, SegmentItems, lowest};
pub(crate) use sighting::Sighting;
pub(crate) use slots::Slots;
pub(crate) use tally::Tally;
