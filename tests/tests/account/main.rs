//! The erasure of an account: what it deletes, what it leaves alone, and what comes back later.

mod interruptions;
mod late_records;
mod library;
mod meanwhile;
mod receipt;
mod whole;
