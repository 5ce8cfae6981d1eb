//! Filters of item collections, whose queries and scans find items of several entities.

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::{BuildFilter, Condition};
use super::filter::in_entities;
use crate::entity::Entity;
use crate::table::Table;

/// Adds a condition to a filter. The condition must hold for items of `E`; items of other entities pass.
pub(crate) fn where_member<E: Entity>(before: Option<BuildFilter>, condition: Condition<E>) -> BuildFilter {
    let attribute = const { type_attribute::<E::Table>() };
    let condition = condition.into_filter(None);
    both(
        before,
        Box::new(move |placeholders, now| {
            let condition = condition(placeholders, now)?;
            let attribute = placeholders.name(attribute);
            let name = placeholders.value(AttributeValue::S(E::NAME.as_str().to_owned()));
            Ok(format!("({attribute} <> {name} OR {condition})"))
        }),
    )
}

/// Adds a condition to a filter that only items of these entities meet.
pub(crate) fn only<T: Table>(before: Option<BuildFilter>, entities: &'static [&'static str]) -> BuildFilter {
    let attribute = const { type_attribute::<T>() };
    both(before, Box::new(move |placeholders, _now| Ok(in_entities(attribute, entities, placeholders))))
}

/// Joins a filter to an earlier one, if there is one.
fn both(before: Option<BuildFilter>, next: BuildFilter) -> BuildFilter {
    let Some(before) = before else { return next };
    Box::new(|placeholders, now| {
        let before = before(placeholders, now)?;
        Ok(format!("({before} AND {})", next(placeholders, now)?))
    })
}

/// Returns the type attribute. DynamoDB can't filter by entity in a table without one.
const fn type_attribute<T: Table>() -> &'static str {
    match T::TYPE {
        Some(attribute) => attribute,
        None => panic!(
            "`filter_member` and `only` compare the type attribute, which this table doesn't have: choose among the items of \
             the answer, or query one entity"
        ),
    }
}
