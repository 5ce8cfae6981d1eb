//! Reconciliation: whatever became of the catalogue, it is made right from the favorites, and nothing else is touched.

mod account;
mod counters;
mod damage;
mod drift;
mod due;
mod meanwhile;
mod removal;
mod resume;
mod rounds;
mod search_index;
mod sweeper;
mod work;
