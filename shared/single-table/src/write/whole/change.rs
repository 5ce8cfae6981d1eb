//! The operations that insert, replace or remove a whole entity, and write the records of its unique constraints.

use super::conditions::free_for;
use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Record};
use crate::error::Error;
use crate::expression::Condition;
use crate::item;
use crate::write::delete::Delete;
use crate::write::put::Put;

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

impl<E: Entity> Change<E> {
    /// From nothing, or from `before`, to `after`.
    pub(super) fn to(after: &E, before: Option<&E>, condition: Condition<E>) -> Self {
        let records = same_key(before, after).and_then(|()| swapped(before, Some(after)));
        let (item, records) = match records {
            Ok(records) => (item::encode(after), records),
            Err(error) => (Err(error), Vec::new()),
        };
        Self { entity: Write::Put(Put::of_item(item, condition)), records }
    }

    /// From `before` to nothing.
    pub(super) fn from(before: &E, condition: Condition<E>) -> Self {
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
