//! The filter of a query or a scan.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::Timestamp;

use super::condition::BuildFilter;
use super::expiry::unexpired;
use super::limits::{Parameter, check};
use super::placeholders::Placeholders;
use crate::error::Error;
use crate::item::TYPE;

/// Returns the filter expression: only items of these entities, where a filter has to leave out others, and only those that
/// meet the caller's filter, if there is one.
pub(crate) fn expression(
    entities: Option<&[&str]>,
    filter: Option<BuildFilter>,
    placeholders: &mut Placeholders,
    now: Timestamp,
) -> Result<Option<String>, Error> {
    let filter = filter.map(|filter| filter(placeholders, now)).transpose()?;
    let entities = entities.map(|entities| of_entities(entities, placeholders));
    // Each is one clause, or in parentheses of its own; DynamoDB refuses a second pair.
    let clauses: Vec<String> = entities.into_iter().chain(filter).collect();
    if clauses.is_empty() {
        return Ok(None);
    }
    let text = clauses.join(" AND ");
    check(Parameter::Filter, &text)?;
    Ok(Some(text))
}

/// Returns the clause that leaves out items of other entities.
pub(crate) fn of_entities(entities: &[&str], placeholders: &mut Placeholders) -> String {
    let name = placeholders.name(TYPE);
    let names: Vec<_> =
        entities.iter().map(|entity| placeholders.value(AttributeValue::S((*entity).to_owned()))).collect();
    format!("{name} IN ({})", names.join(", "))
}

/// Returns the filter that finds the items which have not expired and meet the filter before it, if there is one.
pub(crate) fn unexpired_and(ttl: &'static str, before: Option<BuildFilter>) -> BuildFilter {
    Box::new(move |placeholders, now| {
        let before = before.map(|before| before(placeholders, now)).transpose()?;
        let unexpired = unexpired(ttl, placeholders, now);
        Ok(match before {
            Some(before) => format!("({before} AND {unexpired})"),
            None => unexpired,
        })
    })
}
