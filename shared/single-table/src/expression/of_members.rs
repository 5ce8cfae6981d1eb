//! Filters of item collections, whose queries and scans find items of several entities.

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::{BuildFilter, Condition};
use super::filter::in_entities;
use crate::entity::Entity;
use crate::table::TypeAttribute;

/// Adds a condition to a filter. The condition must hold for items of `E`; items of other entities pass.
pub(crate) fn where_member<T: TypeAttribute, E: Entity>(
    before: Option<BuildFilter>,
    condition: Condition<E>,
) -> BuildFilter {
    let condition = condition.into_filter(None);
    both(
        before,
        Box::new(move |placeholders, now| {
            let condition = condition(placeholders, now)?;
            let attribute = placeholders.name(T::TYPE_ATTRIBUTE);
            let name = placeholders.value(AttributeValue::S(E::NAME.as_str().to_owned()));
            Ok(format!("({attribute} <> {name} OR {condition})"))
        }),
    )
}

/// Adds a condition to a filter that only items of these entities meet.
pub(crate) fn only<T: TypeAttribute>(
    before: Option<BuildFilter>,
    entities: &'static [&'static str],
) -> BuildFilter {
    both(
        before,
        Box::new(move |placeholders, _now| Ok(in_entities(T::TYPE_ATTRIBUTE, entities, placeholders))),
    )
}

/// Joins a filter to an earlier one, if there is one.
fn both(before: Option<BuildFilter>, next: BuildFilter) -> BuildFilter {
    let Some(before) = before else { return next };
    Box::new(|placeholders, now| {
        let before = before(placeholders, now)?;
        Ok(format!("({before} AND {})", next(placeholders, now)?))
    })
}
