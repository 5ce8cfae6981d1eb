//! Conditions under which a whole entity is written.

use crate::entity::{Entity, Key as _, Versioned, version_attribute};
use crate::error::Error;
use crate::expression::{Condition, Field, Version};

/// Holds if the item in the table is live and has the version of `entity`.
///
/// An item from before the entity had a version has version 0 to readers, if serde has a default for the field. It is unchanged as long as
/// it has no version.
pub(crate) fn unchanged<E: Versioned>(entity: &E) -> Condition<E> {
    let attribute = version_attribute::<E>();
    let same = Field::<E, u64, Version>::new(attribute).eq(entity.version());
    let same = if entity.version() == 0 { same | !Condition::has_value(attribute) } else { same };
    Condition::live() & same
}

/// Holds if no other item owns the record. An expired record has no owner.
pub(crate) fn free_for<E: Entity>(owner: &E::Key) -> Result<Condition<E>, Error> {
    let own = owner.fields()?.into_iter().map(|(name, value)| Condition::equal(name, value));
    Ok(match own.reduce(|left, right| left & right) {
        Some(own) => Condition::absent() | own,
        None => Condition::absent(),
    })
}
