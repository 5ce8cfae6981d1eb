//! The S3 endpoint: objects, signatures, roles, and the lifecycle rules of the bucket.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]

mod expiry;
mod files;
mod objects;
mod roles;
mod signatures;
#[path = "../support/mod.rs"]
mod support;
