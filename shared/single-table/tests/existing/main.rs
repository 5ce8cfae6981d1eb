//! Tables that other programs made, with exactly the keys that their documents show.

#[path = "../engine/mod.rs"]
mod engine;

mod support;

mod separators;
mod tempest_samples;
mod url_shortener;
