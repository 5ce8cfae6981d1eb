//! The images in the records of a table's stream, as types.

use super::Table;

/// A table with a stream. [`table!`](crate::table!) implements it for a table with `stream: ...`.
///
/// The associated types state which images the records have, so code can't ask for an image that the stream does not contain.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare a stream",
    note = "add `stream: NewAndOldImages` (or the view of the deployed stream) to its `table!`"
)]
pub trait Streamed: Table {
    /// [`Shown`] if the records have the item as it was before the change.
    type OldImage: Presence;
    /// [`Shown`] if the records have the item as it is after the change.
    type NewImage: Presence;
}

/// The presence of an image in the records of a stream: [`Shown`] or [`NotShown`].
pub trait Presence: sealed::Sealed {
    /// The type of an image of a `T`.
    type Image<T>;

    /// Returns the image, and calls `decode` only if the stream shows it.
    ///
    /// # Errors
    /// The error of `decode`.
    #[doc(hidden)]
    fn image<T, F>(decode: impl FnOnce() -> Result<T, F>) -> Result<Self::Image<T>, F>;
}

/// Marks an image that the stream's records have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown;

/// Marks an image that the stream's records don't have. A [`Change`](crate::stream::Change) contains it in place of the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotShown;

impl Presence for Shown {
    type Image<T> = T;

    fn image<T, F>(decode: impl FnOnce() -> Result<T, F>) -> Result<T, F> {
        decode()
    }
}

impl Presence for NotShown {
    type Image<T> = Self;

    fn image<T, F>(_decode: impl FnOnce() -> Result<T, F>) -> Result<Self, F> {
        Ok(Self)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Shown {}
    impl Sealed for super::NotShown {}
}
