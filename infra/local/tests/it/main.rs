//! The tests of the local service. They are one program, because linking one for each file takes longer.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]

#[cfg(unix)]
mod admitted;
mod backup;
#[cfg(unix)]
mod claim_links;
mod engine;
mod gateway;
#[cfg(unix)]
mod process;
mod s3;
mod schedule;
mod stream;
mod support;
#[cfg(unix)]
mod token;
