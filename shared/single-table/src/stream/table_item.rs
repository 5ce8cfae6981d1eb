//! Items of any entity of a table.

use crate::error::Error;
use crate::item::{StreamItem, name_for_error};
use crate::table::Table;

/// An item of a table: an enum with one variant for each of the table's entities.
///
/// Derive it: see [`TableItem`](derive@crate::stream::TableItem).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enum of the items of a table",
    note = "derive `single_table::stream::TableItem` on an enum with one entity in each variant"
)]
pub trait TableItem: Sized {
    /// The table that holds the items.
    type Table: Table;

    /// Decodes an image of a stream record, by its type attribute or, in a table without one, by its keys.
    ///
    /// # Errors
    /// Returns [`Error::WrongType`] if no variant holds an item of this type, and [`Error::Decode`] if the item lacks a field or
    /// a field has another type.
    fn from_image(image: StreamItem) -> Result<Self, Error>;

    /// Decodes an item of the SDK, or an image in any form that `serde_dynamo` converts to its own.
    ///
    /// # Errors
    /// The errors of [`from_image`](Self::from_image).
    fn from_item(item: impl Into<StreamItem>) -> Result<Self, Error> {
        Self::from_image(item.into())
    }
}

/// Returns true if the image is a record of a unique constraint of an entity of `T`.
#[must_use]
pub fn is_record<T: Table>(name: &str) -> bool {
    T::MODELS.iter().flat_map(|model| model.records).any(|record| record.name.as_str() == name)
}

/// Returns the error of an image that no variant of an enum holds.
#[must_use]
pub fn not_in_table_item<T: Table>(expected: &'static str, image: &StreamItem) -> Error {
    Error::WrongType { expected, found: name_for_error::<T>(image) }
}
