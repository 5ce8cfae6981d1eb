//! The erasure of accounts.

mod interruptions;
mod late_records;
mod library;
mod meanwhile;
mod receipt;
mod whole;
