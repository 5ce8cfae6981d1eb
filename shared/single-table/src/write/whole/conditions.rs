//! What must hold for a whole entity to be written.

use crate::entity::{Entity, Key as _, Versioned, version_attribute};
use crate::error::Error;
use crate::expression::{Condition, Field, Version};

/// The item in place is live, and at the version of `entity`.
pub(crate) fn unchanged<E: Versioned>(entity: &E) -> Condition<E> {
    Condition::live() & Field::<E, u64, Version>::new(version_attribute::<E>()).eq(entity.version())
}

/// The record in place is nobody's, or `owner`'s. Once it has expired it is nobody's.
pub(crate) fn free_for<E: Entity>(owner: &E::Key) -> Result<Condition<E>, Error> {
    let own = owner.fields()?.into_iter().map(|(name, value)| Condition::equal(name, value));
    Ok(match own.reduce(|left, right| left & right) {
        Some(own) => Condition::absent() | own,
        None => Condition::absent(),
    })
}
