//! The crate's tests: what each file's rows are, and that what is written is read back.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]

mod addresses;
mod any_csv;
mod archive;
mod csv;
mod cut;
mod detect;
mod folder_tag;
mod html;
mod html_services;
mod json;
mod limits;
mod other_parser;
mod robust;
mod round_trip;
mod samples;
mod services;
mod text;
mod unescaped;
