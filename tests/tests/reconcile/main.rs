//! Reconciliation: whatever became of the catalogue, it is made right from the favorites, and nothing else is touched.

mod account;
mod damage;
mod meanwhile;
mod rounds;
mod signatures;
mod signatures_at_random;
