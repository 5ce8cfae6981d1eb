//! Reconciliation: what follows from the table, made anew from the table.
//!
//! The stream's consumer keeps the catalogue right as long as every record reaches it in the end. Reconciliation is for the rest: a
//! record that was dropped, a table that was restored or written by hand, a catalogue that is lost or damaged. It reads a
//! person's favorites page by page, while people go on changing them, and holds them against the catalogue.
//!
//! # Why it undoes nothing that happens meanwhile
//!
//! The catalogue is read first, the items after it. So where they differ, the item is how it was later. The repair is
//! a commit like any other, on the condition that the entry is still as it was read: where the consumer was there in between,
//! it knows better, and the entry stays. A removal has the version of the state that it follows, so that whatever happens to
//! the item later has a later one.
//!
//! A catalogue that is made from nothing is one in which every entry is missing.

mod catalogue;
mod kind;
mod person;
mod run;

pub use person::Reconciled;
pub(crate) use run::JobProgress;
pub use run::ReconcileRun;
