//! Runs the program `favorites` as a user or a script does, against services of the test.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]

mod account;
mod add;
mod bulk;
mod change;
mod completions;
mod conflicts;
mod export;
mod favorite_names;
mod import;
mod list;
mod login;
#[cfg(target_os = "linux")]
mod open;
mod output;
mod readme;
mod redrive;
mod search;
mod smoke;
mod support;
mod sync;
mod tags;
mod unavailable;
