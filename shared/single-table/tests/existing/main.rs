//! Tables that other programs made, with exactly the keys that their documents show.

#[path = "../engine/mod.rs"]
mod engine;

mod support;

mod order_entry;
#[expect(clippy::struct_field_names, reason = "AWS's example names the id of an entity like the entity")]
mod order_entry_model;
mod separators;
mod tempest_samples;
mod url_shortener;
