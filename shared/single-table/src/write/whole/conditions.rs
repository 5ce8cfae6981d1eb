//! Conditions under which a whole entity is written.

use crate::entity::{Entity, Key as _, Versioned, version_attribute};
use crate::error::Error;
use crate::expression::{Condition, Field, Version};

/// Holds if the item in the table is live and has the version of `entity`.
pub(crate) fn unchanged<E: Versioned>(entity: &E) -> Condition<E> {
    Condition::live() & Field::<E, u64, Version>::new(version_attribute::<E>()).eq(entity.version())
}

/// Holds if no other item owns the record. An expired record has no owner.
pub(crate) fn free_for<E: Entity>(owner: &E::Key) -> Result<Condition<E>, Error> {
    let own = owner.fields()?.into_iter().map(|(name, value)| Condition::equal(name, value));
    Ok(match own.reduce(|left, right| left & right) {
        Some(own) => Condition::absent() | own,
        None => Condition::absent(),
    })
}
