//! Files in and out: imports and exports, as jobs.
//!
//! A file is in S3. A user uploads the file of an import there, and downloads that of an export from there, both with links that the
//! service signs. The function `worker` reads and writes the files, in bounded memory.
//!
//! # An export
//!
//! An export writes the file in parts of some megabytes. After each part, it saves the part's `ETag` and its place in the lists of
//! tags, favorites and the trash. After a crash, the next call begins with the part that was not saved. If that part was uploaded, it is
//! uploaded again under the same number, which replaces it.
//!
//! # An import
//!
//! An import copies the file to the local disk, and reads it entry by entry. After each hundred or so, it saves the number of entries that
//! are done. After a crash, the next call reads the file from its beginning, skips these entries, and repeats those that were not saved.
//! The id of each new favorite follows from the job and the number of its entry, so a repeated entry finds the favorite that it has
//! created, and counts as imported.
//!
//! Every entry of the file is imported, a duplicate, or not imported; the [report](ImportReportEntry) lists the latter two.

mod all_tags;
mod export;
mod import;
mod record;
mod run;

pub(crate) use self::import::ImportReport;
pub use self::import::{ImportReportEntry, ReportedOutcome};
