//! Imports and exports over HTTP, with files in S3.

mod account;
mod export;
mod formats;
mod import;
mod interruptions;
mod links;
mod preview;
mod round_trip;
