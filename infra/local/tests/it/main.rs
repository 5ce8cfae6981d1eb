//! The tests of the local service, in one program, so that it is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]

#[cfg(unix)]
mod backup;
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
