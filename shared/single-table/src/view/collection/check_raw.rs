//! Checks of item collections with raw keys, made while the crate compiles.

use crate::const_str::{Message, equal};
use crate::model::{Model, Piece, same_format};
use crate::table::RawIndex;

/// Checks that an entity has the raw partition key of a collection.
///
/// # Panics
/// Panics while the crate compiles if the entity has another partition key.
#[track_caller]
pub const fn check_raw_member(model: &Model, partition: &[Piece]) {
    match model.key_formats {
        [own, ..] if own.is_raw && same_format(own.partition, partition, false) => {}
        _ => refuse_raw(model, "`#[entity(...)]`"),
    }
}

#[track_caller]
const fn refuse_raw(model: &Model, attribute: &str) {
    let outside = Message::of(&[
        "`",
        model.type_name,
        "` is a variant of this collection but has another partition key: give the collection and ",
        attribute,
        " of the entity the same literals and `raw`",
    ]);
    panic!("{}", outside.text());
}

/// Checks that an entity has the raw partition key of a collection in index `I`.
///
/// # Panics
/// Panics while the crate compiles if the entity has another partition key.
#[track_caller]
pub const fn check_raw_index_member<I: RawIndex>(model: &Model, partition: &[Piece]) {
    let mut at = 0;
    while at < model.stored_keys.len() {
        let key = &model.stored_keys[at];
        if let Some(raw) = key.raw
            && equal(key.attribute.name, I::SCHEMA.partition_key[0].name)
            && same_format(raw, partition, false)
        {
            return;
        }
        at += 1;
    }
    refuse_raw(model, "the `#[index(...)]` of this index");
}
