//! A query, made ready to be asked page after page.

use table_keys::Timestamp;

use super::builder::Query;
use super::reach::Reach;
use super::sort_condition::SortCondition;
use crate::Item;
use crate::error::Error;
use crate::expression::{Placeholders, filter};
use crate::view::{Listed, View};

/// A query of any partition, made ready to be asked as often as it takes.
#[derive(Debug)]
pub struct Plan {
    pub(super) sort: SortCondition,
    /// The clauses of the key condition about the sort key.
    clauses: Vec<String>,
    pub(super) filter: Option<String>,
    placeholders: Placeholders,
    pub(super) ascending: bool,
    pub(super) limit: Option<u32>,
    pub(super) consistent: bool,
    pub(super) hide_expired: bool,
}

/// A plan, what it is about, and where to go on.
type Planned<V, R> = (Plan, <R as Reach<V>>::Partition, Option<<R as Reach<V>>::Offset>);

/// What a plan asks of one partition.
pub(super) struct Request<V: View> {
    pub(super) partition: V::Partition,
    pub(super) key_condition: String,
    pub(super) placeholders: Placeholders,
}

impl Plan {
    /// Makes a query ready.
    pub(super) fn of<V: View, R: Reach<V>>(
        query: Query<V, R>,
        now: Timestamp,
    ) -> Result<Planned<V, R>, Error> {
        let Query { partition, sort, filter, ascending, limit, after, consistent, hide_expired, .. } = query;
        let (partition, sort) = (partition?, sort?);
        if limit == Some(0) {
            return Err(Error::ZeroLimit);
        }
        let mut placeholders = Placeholders::default();
        let clauses = sort.render(&mut placeholders);
        let entities = V::MIXED.then_some(<V::Item as Listed>::ENTITIES);
        let filter = filter::expression::<V::Table>(entities, filter, &mut placeholders, now)?;
        let plan = Plan { sort, clauses, filter, placeholders, ascending, limit, consistent, hide_expired };
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

impl SortCondition {
    pub(super) fn leaves_out(&self, item: &Item) -> bool {
        let but = self.but.as_ref();
        but.is_some_and(|(name, key)| item.get(*name).and_then(|value| value.as_s().ok()) == Some(key))
    }
}
