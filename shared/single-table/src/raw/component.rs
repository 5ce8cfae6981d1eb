//! Values in raw keys.

use table_keys::{ComponentError, EncodeComponent, KeyComponent};

use crate::table::Scalar;

/// A value that can be written to a raw key as plain text, without escapes.
///
/// References and borrowed forms (`&T`, `str`) can be written as well as owned values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a component of a raw key",
    note = "declare it with `raw_component!`"
)]
pub trait WriteRaw: EncodeComponent {
    /// Appends the text of the value.
    ///
    /// # Errors
    /// Returns an error for a value that has no text, such as a floating-point number that is not finite.
    fn write_raw(&self, text: &mut String) -> Result<(), ComponentError>;
}

/// A component of a raw key.
///
/// Text, numbers, `Timestamp`, `Uuid` and [`Bytes`](crate::raw::Bytes) are such components. Declare your own types with
/// [`raw_component!`](crate::raw_component!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a component of a raw key",
    note = "declare it with `raw_component!`"
)]
pub trait RawComponent: WriteRaw + KeyComponent {
    /// The type of a key attribute that can hold the value alone, without literals. A number can also be a part of a text.
    const SCALAR: Scalar = Scalar::S;
    /// Every value begins with one of these texts. The texts tell keys apart if no literal does.
    const STARTS: &'static [&'static str] = &[""];

    /// Reads a text that [`write_raw`](WriteRaw::write_raw) wrote.
    ///
    /// # Errors
    /// Returns an error for a text that `write_raw` never writes. Two texts must not be read as the same value.
    fn read_raw(text: &str) -> Result<Self, ComponentError>;
}

impl<T: WriteRaw + ?Sized> WriteRaw for &T {
    fn write_raw(&self, text: &mut String) -> Result<(), ComponentError> {
        (**self).write_raw(text)
    }
}
