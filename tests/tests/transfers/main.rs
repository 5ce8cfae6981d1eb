//! Imports and exports over HTTP, with files in S3.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]

mod account;
mod desk;
mod export;
mod formats;
mod import;
mod inputs;
mod interruptions;
mod late_consumer;
mod lines;
mod links;
mod pace;
mod preview;
mod repeats;
mod round_trip;
