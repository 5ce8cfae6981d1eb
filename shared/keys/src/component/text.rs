//! Text components: `str` and `String`.

use super::escape::{escaped_len, unescape};
use super::{ComponentError, EncodeComponent, KeyBuilder, KeyComponent, TextComponent};

impl EncodeComponent for str {
    type Component = String;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        key.push_text(self);
    }

    fn encoded_len(&self) -> usize {
        escaped_len(self)
    }
}

impl EncodeComponent for String {
    type Component = Self;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        self.as_str().encode(key);
    }

    fn encoded_len(&self) -> usize {
        self.as_str().encoded_len()
    }
}

impl KeyComponent for String {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        unescape(text)
    }
}

impl TextComponent for String {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sort_key, sort_key_prefix_text};

    #[test]
    fn text_is_escaped_and_reads_back() {
        assert_eq!(sort_key(&("a#b c",)).as_deref(), Ok("a$Sb$Pc"));
        assert_eq!(String::decode("a$Sb$Pc"), Ok("a#b c".to_owned()));
        assert_eq!(String::decode("a#b"), Err(ComponentError::BrokenEscape { position: 1 }));
    }

    #[test]
    fn the_encoding_of_a_prefix_is_a_prefix_of_the_encoding() {
        let text = "a# $é😀b";
        for (at, _) in text.char_indices().skip(1) {
            let prefix = sort_key_prefix_text(&(), &text[..at]).unwrap();
            assert!(sort_key(&(text,)).unwrap().starts_with(&prefix));
        }
    }
}
