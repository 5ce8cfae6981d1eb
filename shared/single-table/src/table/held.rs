//! The attributes that an index holds, against what its views read.

use super::Table;
use super::index::Index;
use super::layout::{IndexProjection, IndexSchema};
use crate::const_str::Message;
use crate::entity::Entity;
use crate::read::Projection;

/// Checks that the views of index `I` can return whole items.
///
/// # Panics
/// Panics while the crate compiles if the index doesn't hold all attributes.
#[track_caller]
pub const fn holds_all<I: Index>() {
    if !matches!(I::SCHEMA.projection, IndexProjection::All) {
        refuse(
            &["the index `", I::SCHEMA.name, "` doesn't hold whole items: "],
            "name a projection with `project = ...` in the `#[index(...)]` of the entity (an item collection can't \
             read one), or remove `keys_only` or `include` from the index in `table!`",
        );
    }
}

/// Checks that index `I` holds all attributes that a view with the projection `P` of entity `E` reads.
///
/// # Panics
/// Panics while the crate compiles if it lacks one.
#[track_caller]
pub const fn holds_projection<I: Index, E: Entity, P: Projection<Of = E>>() {
    if E::MODEL.schema.is_some() {
        refuse(
            &["an entity with schema versions is read whole, "],
            "so remove `project` from this `#[index(...)]`",
        );
    }
    let mut at = 0;
    while at < P::ATTRIBUTES.len() {
        check_attribute::<I>(P::ATTRIBUTES[at], "this projection reads");
        at += 1;
    }
    if let Some(attribute) = <I::Table as Table>::TYPE {
        check_attribute::<I>(attribute, "names the entity of each item");
    }
    if let Some(attribute) = <I::Table as Table>::TTL {
        check_attribute::<I>(attribute, "says whether an item has expired");
    }
}

#[track_caller]
const fn check_attribute<I: Index>(name: &str, use_of_it: &str) {
    let index: &IndexSchema = &I::SCHEMA;
    if !index.holds(<I::Table as Table>::KEY, name) {
        refuse(
            &["the index `", index.name, "` lacks the attribute `", name, "`, which ", use_of_it],
            ": add it to `include [...]` of the index in `table!`",
        );
    }
}

#[track_caller]
const fn refuse(mistake: &[&str], advice: &str) -> ! {
    let mistake = Message::of(mistake);
    let refused = Message::of(&[mistake.text(), advice]);
    panic!("{}", refused.text());
}
