//! Text components, and the escapes that keep separators and order out of harm.

use crate::{ComponentError, EncodeComponent, KeyBuilder, KeyComponent, TextComponent};

/// The first character that is written as it is. All below it are escaped.
const FIRST_PLAIN: u8 = b'%';
/// Opens an escape.
const ESCAPE: u8 = b'$';
/// What is added to an escaped character, to make it a printable one.
const ESCAPE_OFFSET: u8 = 0x30;

impl EncodeComponent for str {
    type Component = String;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        key.push_text(self);
    }

    fn encoded_len(&self) -> usize {
        self.len() + self.bytes().filter(|byte| *byte < FIRST_PLAIN).count()
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

/// Hands out the encoding of `text` in runs.
///
/// It works byte by byte: in UTF-8 a byte below 0x80 is never part of a longer character.
pub(crate) fn escape(text: &str, mut push: impl FnMut(&str)) {
    let mut plain_from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte < FIRST_PLAIN {
            push(&text[plain_from..at]);
            push("$");
            push(char::from(byte + ESCAPE_OFFSET).encode_utf8(&mut [0; 4]));
            plain_from = at + 1;
        }
    }
    push(&text[plain_from..]);
}

/// The text whose encoding `encoded` is.
fn unescape(encoded: &str) -> Result<String, ComponentError> {
    let mut text = String::with_capacity(encoded.len());
    let mut rest = encoded;
    while let Some(at) = rest.bytes().position(|byte| byte < FIRST_PLAIN) {
        let character = escaped_character(&rest.as_bytes()[at..])
            .ok_or(ComponentError::BrokenEscape { position: encoded.len() - rest.len() + at })?;
        text.push_str(&rest[..at]);
        text.push(character);
        rest = &rest[at + 2..];
    }
    text.push_str(rest);
    Ok(text)
}

/// The character that the escape pair at the start of `bytes` stands for.
fn escaped_character(bytes: &[u8]) -> Option<char> {
    let [ESCAPE, second, ..] = bytes else { return None };
    let byte = second.checked_sub(ESCAPE_OFFSET)?;
    (byte < FIRST_PLAIN).then(|| char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sort_key, sort_key_prefix_text};

    fn encoded(text: &str) -> String {
        let mut key = String::new();
        text.encode(&mut KeyBuilder::new(&mut key));
        key
    }

    #[test]
    fn low_characters_become_pairs_and_all_others_stay() {
        assert_eq!(encoded("a#b c$d\0e%f!"), "a$Sb$Pc$Td$0e%f$Q");
        assert_eq!(encoded("user-1/x:y_z~é😀\u{7f}"), "user-1/x:y_z~é😀\u{7f}");
    }

    #[test]
    fn every_ascii_character_comes_back() {
        for byte in 0..0x80_u8 {
            let text = char::from(byte).to_string();
            assert_eq!(String::decode(&encoded(&text)), Ok(text));
        }
    }

    #[test]
    fn what_no_encoder_writes_is_refused_where_it_stands() {
        for (broken, position) in
            [("$", 0), ("ab$", 2), ("$/", 0), ("$U", 0), ("é$é", 2), ("a b", 1), ("a#b", 1), ("$Sx$$S", 3)]
        {
            assert_eq!(String::decode(broken), Err(ComponentError::BrokenEscape { position }), "{broken:?}");
        }
    }

    #[test]
    fn the_length_is_known_before() {
        for text in ["", "plain", "#", "a#b c$\u{1}", "é😀 "] {
            assert_eq!(text.encoded_len(), encoded(text).len());
        }
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
