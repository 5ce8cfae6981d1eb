//! Runs the encoder of a key and checks the result.

use super::limits::check_len;
use super::{KeyError, KeyKind};
use crate::KeyBuilder;

/// Returns the key that `encode` writes. `hint` is the expected length in bytes.
///
/// Fails if a component was refused, or if DynamoDB would refuse a key of that length.
pub(super) fn write_key(
    kind: KeyKind,
    hint: usize,
    encode: impl FnOnce(&mut KeyBuilder<'_>),
) -> Result<String, KeyError> {
    let key = write_text(hint, encode)?;
    check_len(kind, key.len())?;
    Ok(key)
}

/// Returns the text that `encode` writes, whatever its length. `hint` is the expected length in bytes.
///
/// Fails if a component was refused.
pub(super) fn write_text(hint: usize, encode: impl FnOnce(&mut KeyBuilder<'_>)) -> Result<String, KeyError> {
    let mut text = String::with_capacity(hint);
    let mut builder = KeyBuilder::new(&mut text);
    encode(&mut builder);
    builder.finish().map_err(|(index, error)| KeyError::BadComponent { index, source: error })?;
    Ok(text)
}
