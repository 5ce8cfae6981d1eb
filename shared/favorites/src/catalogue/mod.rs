//! The catalogue: what follows from a person's favorites, for counting and for searching, kept by the stream's consumer.
//!
//! # What it is made of
//!
//! One *entry* for each favorite: the latest known state of the favorite's item and of its item in the trash, with what is
//! searched of it. The entries lie in *segments* of up to six kilobytes, in the order of ids, and the newest changes in the
//! *journal*, which is part of the *head*. The head also has the counters. What is known of a favorite is the entry in the
//! journal, or else the one in its segment.
//!
//! A segment holds the ids from its first one up to the first one of the next. A full segment is *cut*: the entries from some id
//! on are put into a new one. The full one stays as it is, because writing it costs as much again. What it has beyond its range is
//! not looked at, and dropped when it is written next.
//!
//! What a search need not read is told by [signatures](crate::signature), which are made beside all this. The head has what they do not
//! tell of.
//!
//! # Why a change counts exactly once
//!
//! - A record of the stream tells the state that an item has after it. The states of an item have an order, which does not
//!   rest on the stream's: the version that every edit raises. A record of a state that is not later than the known one changes
//!   nothing. So a record may come again, late, in another batch, or to another consumer.
//! - A commit takes the weight of the old state off the counters, adds that of the new one, and notes the new state in the
//!   journal: all in one item, with one conditional put. It happens whole or not at all, and only if nobody else committed
//!   since the head was read. Where much is new and comes after all that a segment has, it is noted in new segments instead, in one
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
//! # What it costs
//!
//! A batch costs the head, which is a kilobyte or two and twenty-odd bytes for each tag in use, and now and then a segment that
//! the journal's entries belong to; many new favorites cost twice their bytes. `docs/catalogue.md` has the measurements.

mod entry;
mod head;
mod observe;
mod pack;
mod room;
#[cfg(test)]
mod samples;
mod segment;
mod signed;
mod slots;
mod tally;

pub(crate) use entry::{Entries, Entry, Facet, Seen, Sighting};
pub(crate) use head::{Head, HeadItems, OpenHead};
pub(crate) use pack::{Block, PackError, texts};
pub(crate) use segment::{Cuts, Segment, SegmentItems, drawn, lowest};
pub(crate) use signed::Signed;
pub(crate) use tally::{ByType, Tally};
