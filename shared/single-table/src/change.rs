//! Inserting, replacing and removing whole entities, together with the records of their unique constraints.

use crate::Item;
use crate::condition::Condition;
use crate::database::{Contains, Database};
use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::transaction::{Op, Transaction};
use crate::unique::{Record, Taken, free_for};
use crate::version::{Versioned, unchanged};
use crate::write::{Delete, Put, key_item};

/// The operations of one change.
pub(crate) struct Change<E> {
    pub(crate) entity: Write<E>,
    /// With the records' names.
    pub(crate) records: Vec<(&'static str, Write<E>)>,
}

pub(crate) enum Write<E> {
    Put(Put<E>),
    Delete(Delete<E>),
}

impl<D: Database> Transaction<D> {
    /// Puts `entity` if there is no item with its key, or an expired one, and claims its values for it. The operations are the
    /// entity's and one for each record of its unique constraints; so [`Cancelled::failed`](crate::Cancelled::failed) tells
    /// whether there is such an item, and [`Cancelled::taken`](crate::Cancelled::taken) whose the values are.
    pub fn insert<E: Entity>(&mut self, entity: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::to(entity, None, Condition::absent()))
    }

    /// Puts `after` in place of `before` with the next version, if the item is still at the version of `before`. Values that are no longer its own are freed, new ones are claimed; records that stay as they are cost nothing. The two
    /// must have the same primary key: otherwise the transaction fails with [`Error::OtherKey`] before any request.
    ///
    /// A transaction has one operation for an item at most. So a value can't pass from one entity to another within one.
    ///
    /// The version in `after` stays as it is, because the transaction may fail. Call [`Versioned::set_next_version`] once it has
    /// succeeded.
    pub fn replace<E: Versioned>(&mut self, before: &E, after: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.replace_at(before, after, unchanged(before))
    }

    /// As [`replace`](Self::replace), and only if `condition` holds too: for fields that plain updates change without a new
    /// version.
    pub fn replace_if<E: Versioned>(&mut self, before: &E, after: &E, condition: Condition<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.replace_at(before, after, unchanged(before) & condition)
    }

    fn replace_at<E: Versioned>(&mut self, before: &E, after: &E, condition: Condition<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        let mut change = Change::to(after, Some(before), condition);
        if let Write::Put(put) = &mut change.entity {
            put.set_version(before.version() + 1);
        }
        self.add_change(change)
    }

    /// Deletes `entity`, if the item is still at its version, and frees its values.
    pub fn remove<E: Versioned>(&mut self, entity: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::from(entity, unchanged(entity)))
    }
}

impl<E: Entity> Change<E> {
    /// From nothing, or from `before`, to `after`.
    fn to(after: &E, before: Option<&E>, condition: Condition<E>) -> Self {
        let records = same_key(before, after).and_then(|()| swapped(before, Some(after)));
        let (item, records) = match records {
            Ok(records) => (item::encode(after), records),
            Err(error) => (Err(error), Vec::new()),
        };
        Self { entity: Write::Put(Put::of_item(item, condition)), records }
    }

    /// From `before` to nothing.
    fn from(before: &E, condition: Condition<E>) -> Self {
        let (key, records) = match swapped(Some(before), None) {
            Ok(records) => (key_item(&before.key()), records),
            Err(error) => (Err(error), Vec::new()),
        };
        Self { entity: Write::Delete(Delete::of_key(key, condition)), records }
    }
}

fn same_key<E: Entity>(before: Option<&E>, after: &E) -> Result<(), Error> {
    match before {
        Some(before) if key_item(&before.key())? != key_item(&after.key())? => {
            Err(Error::OtherKey { entity: E::NAME.as_str() })
        }
        _ => Ok(()),
    }
}

/// The writes that make the records of `before` those of `after`. A record is touched only while it is nobody else's: also one
/// that is freed, lest another item's is deleted in its name.
fn swapped<E: Entity>(before: Option<&E>, after: Option<&E>) -> Result<Vec<(&'static str, Write<E>)>, Error> {
    let old = before.map_or(Ok(Vec::new()), E::records)?;
    let new = after.map_or(Ok(Vec::new()), E::records)?;
    let same_expiry = before.and_then(E::expires) == after.and_then(E::expires);
    let holds = |records: &[Record], key: &Item| records.iter().any(|record| record.key == *key);
    let mut writes = Vec::with_capacity(old.len() + new.len());
    if let Some(before) = before {
        for record in old.iter().filter(|record| !holds(&new, &record.key)) {
            let delete = Delete::of_key(Ok(record.key.clone()), free_for(&before.key())?);
            writes.push((record.name, Write::Delete(delete)));
        }
    }
    if let Some(after) = after {
        for record in new.into_iter().filter(|record| !(same_expiry && holds(&old, &record.key))) {
            let name = record.name;
            let put = Put::of_item(record.into_item(after), free_for(&after.key())?);
            writes.push((name, Write::Put(put)));
        }
    }
    Ok(writes)
}

/// Why an entity was not inserted, replaced or removed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError<E: Entity> {
    /// The item in place is not what the change needs: there is one already, or it is at another version or gone.
    #[error("the {} in place is not what the change needs", E::NAME)]
    ConditionFailed {
        /// The item, as it was; none when there was no item.
        item: Option<Box<E>>,
    },
    /// Other items have values that are unique.
    #[error("{}", listed(.0))]
    Taken(Vec<Taken<E>>),
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

fn listed<E: Entity>(taken: &[Taken<E>]) -> String {
    let records: Vec<_> = taken.iter().map(|taken| taken.record).collect();
    format!("another {} has the same {}", E::NAME, records.join(" and "))
}
