//! Scans, which read everything in a table or an index, in no order.

mod builder;
mod key;
mod of_members;
mod offset;
mod page;
mod parallel;
mod progress;
mod read;
mod request;
mod segment;
mod segments;

pub use builder::Scan;
pub use offset::ScanOffset;
pub use page::ScanPage;
pub use parallel::ParallelScan;
pub(crate) use progress::Places;
pub use progress::ScanProgress;
pub(crate) use request::{ScanPlan, keep_listed};
pub use segment::{MAX_SEGMENTS, Segment, SegmentError};
pub(crate) use segments::Segments;
