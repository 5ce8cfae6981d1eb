//! Queries that are ready to be sent.

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use table_keys::Timestamp;

use super::builder::Asked;
use super::reach::Reach;
use super::sort_key::SortCondition;
use crate::error::Error;
use crate::expression::{Placeholders, filter};
use crate::read::{attributes_of, projection};
use crate::store::Customize;
use crate::table::{IndexSchema, KeyAttribute, Table};
use crate::view::{Listed, View};

/// A query that is ready to be sent, for any partition and any number of requests.
#[derive(Debug)]
pub struct Plan {
    pub(super) sort: SortCondition,
    /// The clauses of the key condition about the sort key.
    clauses: Vec<String>,
    pub(super) filter: Option<String>,
    pub(super) projection: Option<String>,
    placeholders: Placeholders,
    pub(super) ascending: bool,
    pub(super) limit: Option<u32>,
    pub(super) consistent: bool,
    pub(super) hide_expired: bool,
    pub(super) customize: Customize<QueryFluentBuilder>,
}

/// The answer that a plan asks for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    /// The items, reduced to these attributes unless whole items are needed.
    Items(Option<&'static [&'static str]>),
    /// The number of items.
    Number,
}

/// A plan, its partition, and the place after which it begins.
type Planned<V, R> = (Plan, <R as Reach<V>>::Partition, Option<<R as Reach<V>>::Offset>);

/// The parts of a request that depend on the partition.
pub(super) struct Request<V: View> {
    pub(super) partition: V::Partition,
    pub(super) key_condition: String,
    pub(super) placeholders: Placeholders,
}

impl Plan {
    /// Makes a query ready to be sent.
    pub(super) fn of<V: View, R: Reach<V>>(
        query: Asked<V, R>,
        wanted: Wanted,
        now: Timestamp,
    ) -> Result<Planned<V, R>, Error> {
        let Asked { partition, sort, filter, ascending, limit, after, consistent, hide_expired, customize } =
            query;
        let (partition, sort) = (partition?, sort?);
        if limit == Some(0) {
            return Err(Error::ZeroLimit);
        }
        let mut placeholders = Placeholders::default();
        let clauses = sort.render(&mut placeholders);
        let entities = V::MIXED.then_some(<V::Item as Listed>::ENTITIES);
        let (attributes, filter) = match (wanted, V::Table::TTL) {
            (Wanted::Items(attributes), _) => (attributes_of::<V::Table>(attributes, V::INDEX), filter),
            (Wanted::Number, Some(ttl)) if hide_expired => (None, Some(filter::unexpired_and(ttl, filter))),
            (Wanted::Number, _) => (None, filter),
        };
        let filter = filter::expression::<V::Table>(entities, filter, &mut placeholders, now)?;
        if let Some(filter) = &filter {
            refuse_keys(filter, &placeholders, V::Table::KEY, V::INDEX)?;
            filter::check_held(filter, &placeholders, V::Table::KEY, V::INDEX)?;
        }
        let projection = projection(attributes, &mut placeholders);
        let plan = Self {
            sort,
            clauses,
            filter,
            projection,
            placeholders,
            ascending,
            limit,
            consistent,
            hide_expired,
            customize,
        };
        Ok((plan, partition, after))
    }

    pub(super) fn request<V: View>(&self, partition: V::Partition) -> Result<Request<V>, Error> {
        let mut placeholders = self.placeholders.clone();
        let mut clauses: Vec<String> = V::partition(&partition)?
            .into_iter()
            .map(|(name, value)| format!("{} = {}", placeholders.name(name), placeholders.value(value)))
            .collect();
        clauses.extend_from_slice(&self.clauses);
        Ok(Request { partition, key_condition: clauses.join(" AND "), placeholders })
    }
}

/// Refuses a filter that names a key attribute of the table or index that the query reads. The compiler
/// can't: a condition has the type of its entity, and the entity has other views.
fn refuse_keys(
    filter: &str,
    placeholders: &Placeholders,
    table_key: &'static [KeyAttribute],
    index: Option<IndexSchema>,
) -> Result<(), Error> {
    let key = index.map_or([table_key, &[]], |index| [index.partition_key, index.sort_key]);
    let is_key = |name: &&str| key.into_iter().flatten().any(|attribute| attribute.name == *name);
    match placeholders.names_in(filter).find(is_key) {
        Some(name) => {
            Err(Error::KeyInFilter { field: name.to_owned(), index: index.map(|index| index.name) })
        }
        None => Ok(()),
    }
}
