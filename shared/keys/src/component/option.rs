//! Optional components: `-` for `None`, and `=` with the encoding of the value for `Some`.
//!
//! `None` sorts first, and its encoding differs from the empty text and from the encoding of every value.

use super::{ComponentError, EncodeComponent, KeyBuilder, KeyComponent};

const NONE: &str = "-";
const SOME: &str = "=";

impl<T: EncodeComponent> EncodeComponent for Option<T> {
    type Component = Option<T::Component>;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        match self {
            None => key.push_text(NONE),
            Some(value) => {
                key.push_text(SOME);
                value.encode(key);
            }
        }
    }

    fn encoded_len(&self) -> usize {
        1 + self.as_ref().map_or(0, T::encoded_len)
    }
}

impl<T: KeyComponent> KeyComponent for Option<T> {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        if text == NONE {
            return Ok(None);
        }
        match text.strip_prefix(SOME) {
            Some(value) => T::decode(value).map(Some).map_err(after_marker),
            None => Err(ComponentError::unexpected("`-`, or `=` followed by a value", text)),
        }
    }
}

/// Returns the error of the value, with its position counted from the marker before the value.
fn after_marker(error: ComponentError) -> ComponentError {
    match error {
        ComponentError::BrokenEscape { position } => {
            ComponentError::BrokenEscape { position: SOME.len() + position }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeyError, parse_sort_key, sort_key};

    #[test]
    fn none_sorts_first_and_is_not_the_empty_text() {
        let values = [None, Some(""), Some("-"), Some("="), Some("a")];
        let keys = values.map(|value| sort_key(&(value,)).unwrap());
        assert_eq!(keys, ["-", "=", "=-", "==", "=a"]);
        assert!(keys.is_sorted());
    }

    #[test]
    fn nested_options_have_different_keys() {
        for value in [None, Some(None), Some(Some(7_u8))] {
            assert_eq!(parse_sort_key(&sort_key(&(value,)).unwrap()), Ok((value,)));
        }
    }

    #[test]
    fn a_text_that_no_encoder_writes_is_refused() {
        for text in ["", "--", "-a", "a", "~"] {
            assert!(
                matches!(Option::<String>::decode(text), Err(ComponentError::Unexpected { .. })),
                "{text:?}"
            );
        }
        assert!(matches!(Option::<u8>::decode("=7"), Err(ComponentError::Unexpected { .. })));
        let position = KeyError::BrokenEscape { position: 4 };
        assert_eq!(parse_sort_key::<(String, Option<String>)>("a#=b$x"), Err(position));
    }
}
