//! Searches in runs: which documents have the wanted terms, newest first.
//!
//! A search reads the directories of all runs, and then the blocks of all terms in all runs at once. It
//! evaluates the conditions in each run by itself, and then reads the documents of the newest hits. Only long
//! lists need another round.

mod candidates;
mod evaluate;
mod items;
mod leaf;
mod run;
mod runs;
mod scan;
mod wanted;

pub use candidates::Candidates;
pub use items::SearchItems;
pub use scan::{Scan, Scanned, ScannedDocument};
pub use wanted::{Budget, SearchedIds, Wanted};
