//! Operations that insert, replace or remove a whole entity, and write the records of its unique constraints.

use super::conditions::{free_for, unchanged};
use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Record, Versioned};
use crate::error::Error;
use crate::expression::Condition;
use crate::item;
use crate::write::delete::Delete;
use crate::write::put::Put;
use crate::write::transaction::Need;

/// The operations of one change to a whole entity.
pub(crate) struct Change<E> {
    pub(crate) entity: PutOrDelete<E>,
    pub(crate) records: Vec<RecordWrite<E>>,
}

/// The operation on a record of a unique constraint.
pub(crate) struct RecordWrite<E> {
    /// The record's name.
    pub(crate) name: &'static str,
    pub(crate) need: Need,
    pub(crate) write: PutOrDelete<E>,
}

pub(crate) enum PutOrDelete<E> {
    Put(Put<E>),
    Delete(Delete<E>),
}

impl<E: Entity> Change<E> {
    /// Makes the operations that insert `entity`.
    pub(super) fn insertion(entity: &E) -> Self {
        Self::put(entity, None, Ok(()), Condition::absent())
    }

    /// Makes the operations that replace `before` with `after` at the next version, if `condition` holds too.
    pub(super) fn replacement(before: &E, after: &E, condition: Option<Condition<E>>) -> Self
    where
        E: Versioned,
    {
        let condition = unchanged(before).and_before(condition);
        Self::put(after, Some(before), same_key(before, after), condition).at_next_version(before)
    }

    /// Makes the operations that put `after` at the next version under its own primary key, and delete `before`.
    pub(super) fn relocation(before: &E, after: &E) -> (Delete<E>, Self)
    where
        E: Versioned,
    {
        let delete = Delete::of_key(key_item(&before.key()), unchanged(before));
        let change = Self::put(after, Some(before), other_key(before, after), Condition::absent());
        (delete, change.at_next_version(before))
    }

    /// Makes the operations that remove `before`.
    pub(super) fn removal(before: &E) -> Self
    where
        E: Versioned,
    {
        let (key, records) = match swapped(Some(before), None) {
            Ok(records) => (key_item(&before.key()), records),
            Err(error) => (Err(error), Vec::new()),
        };
        Self { entity: PutOrDelete::Delete(Delete::of_key(key, unchanged(before))), records }
    }

    /// Makes the operations that put `after`, and turn the records of `before` into its records, if the check
    /// of the keys passed.
    fn put(after: &E, before: Option<&E>, checked: Result<(), Error>, condition: Condition<E>) -> Self {
        let (item, records) = match checked.and_then(|()| swapped(before, Some(after))) {
            Ok(records) => (item::encode(after), records),
            Err(error) => (Err(error), Vec::new()),
        };
        Self { entity: PutOrDelete::Put(Put::of_item(item, condition)), records }
    }

    fn at_next_version(mut self, before: &E) -> Self
    where
        E: Versioned,
    {
        if let PutOrDelete::Put(put) = &mut self.entity {
            put.set_version(before.next_version());
        }
        self
    }
}

fn same_key<E: Entity>(before: &E, after: &E) -> Result<(), Error> {
    if have_same_key(before, after)? { Ok(()) } else { Err(Error::OtherKey { entity: E::NAME.as_str() }) }
}

fn other_key<E: Entity>(before: &E, after: &E) -> Result<(), Error> {
    if have_same_key(before, after)? { Err(Error::SameKey { entity: E::NAME.as_str() }) } else { Ok(()) }
}

fn have_same_key<E: Entity>(before: &E, after: &E) -> Result<bool, Error> {
    Ok(key_item(&before.key())? == key_item(&after.key())?)
}

/// Returns the writes that turn the records of `before` into those of `after`. Each write has the condition that no other item
/// owns the record. A value that the entity did not have before must be free. A value that it had may belong to another item,
/// because both had it before the constraint existed: the entity then goes without that record and can still be changed.
fn swapped<E: Entity>(before: Option<&E>, after: Option<&E>) -> Result<Vec<RecordWrite<E>>, Error> {
    if E::MODEL.records.is_empty() {
        return Ok(Vec::new());
    }
    let old = before.map_or(Ok(Vec::new()), E::records)?;
    let new = after.map_or(Ok(Vec::new()), E::records)?;
    let is_same_owner = match (before, after) {
        (Some(before), Some(after)) => have_same_key(before, after)? && before.expires() == after.expires(),
        _ => false,
    };
    let holds = |records: &[Record], key: &Item| records.iter().any(|record| record.key == *key);
    let mut writes = Vec::with_capacity(old.len() + new.len());
    if let Some(before) = before {
        for record in old.iter().filter(|record| !holds(&new, &record.key)) {
            let delete = Delete::of_key(Ok(record.key.clone()), free_for(&before.key())?);
            writes.push(RecordWrite {
                name: record.name,
                need: Need::IfOwned,
                write: PutOrDelete::Delete(delete),
            });
        }
    }
    if let Some(after) = after {
        for record in new.into_iter().filter(|record| !(is_same_owner && holds(&old, &record.key))) {
            let name = record.name;
            let owned = before.filter(|_| holds(&old, &record.key));
            let need = if owned.is_some() { Need::IfOwned } else { Need::Required };
            let condition = free_for(&owned.unwrap_or(after).key())?;
            let put = Put::of_item(record.into_item(after), condition);
            writes.push(RecordWrite { name, need, write: PutOrDelete::Put(put) });
        }
    }
    Ok(writes)
}
