//! The filter of a query or a scan.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::Timestamp;

use super::condition::{BuildFilter, Condition};
use super::expiry::unexpired;
use super::limits::{Parameter, check};
use super::placeholders::Placeholders;
use crate::entity::Entity;
use crate::error::Error;
use crate::table::{IndexSchema, KeyAttribute, Table};

/// A condition that can filter a list of items of the type `I`: a [`Condition`] on that entity.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` can't be the `filter` of a list of `{I}`",
    label = "a condition on items of another type",
    note = "`&`, `|` and `!` join conditions, in place of `&&` and `||`",
    note = "an item collection has `filter_member`, which takes a condition on one of its entities",
    note = "a list of one entity takes conditions on the fields of that entity"
)]
pub trait FilterOf<I> {
    /// The entity.
    type Entity: Entity;

    /// Returns the condition.
    fn condition(self) -> Condition<Self::Entity>;
}

impl<E: Entity> FilterOf<E> for Condition<E> {
    type Entity = E;

    fn condition(self) -> Self {
        self
    }
}

/// Returns the `FilterExpression` that keeps the items of these entities and applies the caller's filter, as far as these are
/// needed. In a table without a type attribute, the library drops items of other entities from the answer instead.
pub(crate) fn expression<T: Table>(
    entities: Option<&[&str]>,
    filter: Option<BuildFilter>,
    placeholders: &mut Placeholders,
    now: Timestamp,
) -> Result<Option<String>, Error> {
    let filter = filter.map(|filter| filter(placeholders, now)).transpose()?;
    let entities = entities.and_then(|entities| of_entities::<T>(entities, placeholders));
    // Each clause is simple or has parentheses of its own; DynamoDB refuses a second pair.
    let clauses: Vec<String> = entities.into_iter().chain(filter).collect();
    if clauses.is_empty() {
        return Ok(None);
    }
    let text = clauses.join(" AND ");
    check(Parameter::Filter, &text)?;
    Ok(Some(text))
}

/// Refuses a filter that names an attribute that the index doesn't hold: DynamoDB would find no item.
pub(crate) fn check_held(
    filter: &str,
    placeholders: &Placeholders,
    table_key: &'static [KeyAttribute],
    index: Option<IndexSchema>,
) -> Result<(), Error> {
    let Some(index) = index else { return Ok(()) };
    match placeholders.names_in(filter).find(|name| !index.holds(table_key, name)) {
        Some(name) => Err(Error::FilterNotInIndex { field: name.to_owned(), index: index.name }),
        None => Ok(()),
    }
}

/// Keeps the items whose type attribute has one of these names. Returns `None` in a table without a type attribute.
pub(crate) fn of_entities<T: Table>(entities: &[&str], placeholders: &mut Placeholders) -> Option<String> {
    Some(in_entities(T::TYPE?, entities, placeholders))
}

/// Keeps the items whose type attribute has one of these names.
pub(super) fn in_entities(
    attribute: &'static str,
    entities: &[&str],
    placeholders: &mut Placeholders,
) -> String {
    let name = placeholders.name(attribute);
    let names: Vec<_> =
        entities.iter().map(|entity| placeholders.value(AttributeValue::S((*entity).to_owned()))).collect();
    format!("{name} IN ({})", names.join(", "))
}

/// Returns the filter that finds items that have not expired and meet the earlier filter, if there is one.
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
