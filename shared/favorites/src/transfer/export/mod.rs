//! Exports.

mod begin;
mod entry;
mod read;
mod render;
mod run;
