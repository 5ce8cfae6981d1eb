//! Tables of other programs, with exactly the keys in their documents.

mod field_keys;
mod key_only_fields;
mod native_indexes;
mod order_entry;
mod other_programs;
mod separators;
mod sharded_keys;
mod tempest_samples;
mod url_shortener;
