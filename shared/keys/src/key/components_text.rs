//! Texts of components that are not keys, such as the position in a list.

use super::components::Components;
use super::write::write_text;
use super::{EncodeTuple, KeyError, KeyTuple};

/// Builds a text of components that is not a key: the components with `#` between them.
///
/// The limits of keys do not apply. The text can be empty, and it can be longer than a key.
///
/// ```
/// use table_keys::{components_text, parse_components_text};
///
/// let text = components_text(&("a#b".repeat(1_000), 7_u8))?;
/// assert!(text.len() > table_keys::MAX_SORT_KEY_BYTES);
/// assert_eq!(parse_components_text(&text), Ok(("a#b".repeat(1_000), 7_u8)));
/// assert_eq!(components_text(&())?, "");
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// # Errors
///
/// Fails with [`KeyError::BadComponent`] if a value has no encoding.
pub fn components_text<T: EncodeTuple>(components: &T) -> Result<String, KeyError> {
    write_text(components.encoded_len(), |key| components.encode_into(key))
}

/// Reads the components back from a text that [`components_text`] built.
///
/// # Errors
///
/// Fails with a [`KeyError`] for every text that [`components_text`] does not build from a tuple of this type.
pub fn parse_components_text<T: KeyTuple>(text: &str) -> Result<T, KeyError> {
    let is_unit = T::LEN == 0 && text.is_empty();
    T::decode(&Components::new((!is_unit).then_some(text), 0))
}
