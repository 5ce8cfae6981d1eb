//! The account of a user: what it has, and its erasure.
//!
//! # What the erasure of an account guarantees
//!
//! When the job has ended, the table has no item of the user, except for the job itself, which is the
//! receipt, the record of the request's idempotency key, and the note
//! [`ErasedAccount`](crate::catalogue::ErasedAccount). All three expire. From the beginning of the job to its
//! end, the account refuses requests that change something. Then the same user starts with an empty account.
//! The job also erases what requests save that began before it.
//!
//! - **Nothing becomes unreachable.** The job deletes one [stage](crate::jobs::Stage) after the other. Nearly
//!   all items have a partition of their kind and user. The others are found by something that is deleted
//!   after them: the entries of a favorite by the favorite, and the note that a job has work left by the job.
//!   A favorite is deleted on the condition that it has the version that was read before its entries, so no
//!   entry is added in between.
//! - **Nothing is left.** The job goes over all stages again and again, until a round finds nothing that
//!   began [`ERASURE_SETTLES`](crate::limits::ERASURE_SETTLES) after the last deletion. No call lasts that
//!   long. So when the last round begins, no call is left that has read something that was erased, such as a
//!   head of the catalogue, and no later round would find what such a call puts.
//! - **Nothing comes back.** Records of the stream that are delivered later make no catalogue of what was
//!   erased: see [`believed`](crate::catalogue). A step of a clean-up that finds its item gone puts nothing.
//! - **A crash changes nothing of this.** Deletions can be repeated. The place of the job is saved after each
//!   step that has found something, and a step that is repeated finds less.
//!
//! Items are read as [one type](crate::stored_items) with little but their keys. So an item that can't be
//! decoded is erased like all others.

mod begin;
mod delete;
mod erase;
mod favorites;
mod kinds;
mod stages;
mod tags;
mod usage;

pub use usage::Account;
