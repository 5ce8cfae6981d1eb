//! Checks that a text is the one encoding of a value.

use super::{EncodeComponent, KeyBuilder};

/// Returns `true` if `component` encodes to exactly `text`.
///
/// Decoders call it after parsing, because parsers accept more than one form: `Uuid` also parses upper case, and
/// `f64` would parse the encoding of NaN.
#[must_use]
pub fn is_encoding_of(text: &str, component: &(impl EncodeComponent + ?Sized)) -> bool {
    KeyBuilder::writes_exactly(text, |key| component.encode(key))
}
