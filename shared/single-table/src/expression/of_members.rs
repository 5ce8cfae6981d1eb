//! Filters of item collections, where items of several entities are found together.

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::{BuildFilter, Condition};
use super::filter::of_entities;
use crate::entity::Entity;
use crate::item::TYPE;

/// Adds a filter that a condition must hold for items of `E`. Items of other entities pass.
pub(crate) fn where_member<E: Entity>(before: Option<BuildFilter>, condition: Condition<E>) -> BuildFilter {
    let condition = condition.into_filter(None);
    both(
        before,
        Box::new(|placeholders, now| {
            let condition = condition(placeholders, now)?;
            let attribute = placeholders.name(TYPE);
            let name = placeholders.value(AttributeValue::S(E::NAME.as_str().to_owned()));
            Ok(format!("({attribute} <> {name} OR {condition})"))
        }),
    )
}

/// Adds a filter that only items of these entities pass.
pub(crate) fn only(before: Option<BuildFilter>, entities: &'static [&'static str]) -> BuildFilter {
    both(before, Box::new(|placeholders, _now| Ok(of_entities(entities, placeholders))))
}

/// Joins a filter to the one before it, if there is one.
fn both(before: Option<BuildFilter>, next: BuildFilter) -> BuildFilter {
    let Some(before) = before else { return next };
    Box::new(|placeholders, now| {
        let before = before(placeholders, now)?;
        Ok(format!("({before} AND {})", next(placeholders, now)?))
    })
}
