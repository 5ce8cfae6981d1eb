//! The drill of `docs/operations.md`: a table is restored to a point in time, and the service moves to it.
//!
//! A restore gives the items of one moment in a new table. The new table has no stream, no time to live and none of the
//! records from before. Each test names what a restore breaks, or does not break, and what mends it.

mod backup;
mod cut;
mod drill;
mod library;
mod repeated;
mod restored;
mod signatures;
mod stray;
