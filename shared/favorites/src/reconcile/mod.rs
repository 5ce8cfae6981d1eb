//! Reconciliation: everything that follows from a user's favorites, compared with the favorites themselves.
//!
//! The stream's consumer keeps the catalogue right as long as every record reaches it in the end. Reconciliation is for the other
//! cases: a record that was dropped, a table that was restored or written by hand, a catalogue that is lost or damaged.
//!
//! # A user is a unit of work
//!
//! A *pass* goes over a user's favorites in ascending order of ids, [range](range) by range. A range has at most
//! [`RECONCILED_SEGMENTS`](crate::limits::RECONCILED_SEGMENTS) segments of the catalogue and some
//! [`RECONCILED_ITEMS`](crate::limits::RECONCILED_ITEMS) items, so the memory has a bound. After each range the pass saves its
//! [place](state). A call that has no more time stops there, and the next call continues; so does the next call after one that died.
//! After a call that died between two requests, at most one range is repeated, which changes nothing.
//!
//! At the end, the [counters](recount) are compared with what all entries weigh, in one step.
//!
//! # Drift
//!
//! The catalogue follows the favorites, so it is often a moment behind, and reconciliation finds that moment's differences. A
//! difference is [noted](suspects) at the first sight. It is drift, and repaired, if it is still the same at a later pass, at least
//! [`DRIFT_AFTER`](crate::limits::DRIFT_AFTER) later: by then, the record that would explain it has come. A deleted tag that
//! favorites still have is [drift](compare) only where no clean-up is under way.
//!
//! A catalogue that is lost or damaged is not left so for a quarter of an hour: a pass that finds no head, an item that can't be read
//! or wrong counters repairs everything at once.
//!
//! # Who is due
//!
//! A commit of the consumer [lists](crate::catalogue::ReconciliationDue) the user as due a day later, once a day at most. A pass with
//! differences that wait lists the user again for the time at which they can be confirmed. So the work of a day grows with the users
//! whose favorites changed, and not with the table. For everything that changed without the consumer, [everybody](listing) can be
//! listed. Users are independent of each other: if a user's pass fails, the user stays on the list, and nobody else waits.
//!
//! A pass that was under way when the user became due has ranges behind it, and does not see what happened there until then. So
//! another pass follows it before the user is taken off the list.
//!
//! # Why a repair undoes nothing that happens meanwhile
//!
//! The catalogue is read first, the items after it. So where they differ, the item's state is the later one. The repair is a commit
//! like any other, on the condition that the entry is still as it was read: where the consumer was there in between, the entry stays
//! as the consumer left it. A removal has the version of the state that it follows, so that anything that happens to the item later
//! has a later version. A call that stood still for so long that tombstones may be gone discards its repairs and reads again.

mod compare;
mod due;
mod kind;
mod listing;
mod range;
mod recount;
mod result;
mod state;
mod suspects;
mod user;

pub use due::{DuePage, DuePlace, DueUser};
pub use listing::Listed;
pub(crate) use listing::ListingProgress;
pub use result::Reconciled;
pub(crate) use state::Reconciliation;
