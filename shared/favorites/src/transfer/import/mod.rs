//! Imports.

mod begin;
mod draft;
mod draft_tags;
mod entry_id;
mod line;
mod open;
mod outcome;
mod prepared;
mod preview;
mod reading;
mod recreate;
mod report;
mod rows;
mod run;
mod step;
mod tags;

pub(crate) use self::report::ImportReport;
pub use self::report::{ImportReportEntry, ReportedOutcome};
