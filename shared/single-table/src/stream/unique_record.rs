//! Records of unique constraints in a stream.

use crate::Item;
use crate::entity::{Constraint, Entity, Key};
use crate::error::Error;
use crate::item::StreamItem;

/// A record of a unique constraint, as an item of its table. The variant marked `#[record]` of a
/// [`TableItem`](derive@crate::stream::TableItem) holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UniqueRecord {
    name: String,
    image: StreamItem,
}

impl UniqueRecord {
    #[doc(hidden)]
    #[must_use]
    pub fn new(name: String, image: StreamItem) -> Self {
        Self { name, image }
    }

    /// Returns the [`NAME`](Constraint::NAME) of the constraint.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the attributes of the record.
    #[must_use]
    pub fn image(&self) -> &StreamItem {
        &self.image
    }

    /// Returns the primary key of the item whose values the record reserves.
    ///
    /// # Errors
    /// [`Error::WrongType`] if the record belongs to another constraint than `C`, and [`Error::Decode`] if a part of the key is
    /// missing.
    pub fn owner<C: Constraint>(&self) -> Result<<C::Owner as Entity>::Key, Error> {
        if self.name() != C::NAME.as_str() {
            return Err(Error::WrongType { expected: C::NAME.as_str(), found: self.name().to_owned() });
        }
        Key::from_fields(&Item::from(self.image.clone()))
    }
}
