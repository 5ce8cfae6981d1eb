//! The images in the records of a table's stream, as types.

use super::Table;

/// A table with a stream. [`table!`](crate::table!) implements it for a table with `stream: ...`.
///
/// Its types say which images the records have, so that code cannot ask for an image that the stream does not contain.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare a stream",
    note = "add `stream: NewAndOldImages` (or the view of the deployed stream) to its `table!`"
)]
pub trait Streamed: Table {
    /// [`Shown`] if a record has the item as it was before the change.
    type OldImage: Presence;
    /// [`Shown`] if a record has the item as it is after the change.
    type NewImage: Presence;
}

/// The presence of an image in the records of a stream: [`Shown`] or [`NotShown`].
pub trait Presence: sealed::Sealed {
    /// The type of an image whose item is a `T`.
    type Image<T>;

    /// Returns the image, and calls `decode` only if the stream shows it.
    ///
    /// # Errors
    /// Fails with the error of `decode`.
    #[doc(hidden)]
    fn image<T, F>(decode: impl FnOnce() -> Result<T, F>) -> Result<Self::Image<T>, F>;
}

/// The stream's records have this image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown;

/// The stream's records do not have this image. It also takes the place of the image in a
/// [`Change`](crate::stream::Change).
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
