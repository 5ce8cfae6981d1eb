//! Escapes the characters of text that would otherwise act as separators or break the order of keys.
//!
//! All functions work byte by byte. That is sound because in UTF-8 a byte below 0x80 is never part of a longer
//! character.

use super::ComponentError;

/// The first character that is written unchanged. Every character below it is escaped.
const FIRST_PLAIN: u8 = b'%';
/// The character that starts an escape.
const ESCAPE: u8 = b'$';
/// The offset from an escaped character to the printable character that represents it.
const ESCAPE_OFFSET: u8 = 0x30;

/// Passes the encoding of `text` to `push`, one run of characters at a time.
pub(super) fn escape(text: &str, mut push: impl FnMut(&str)) {
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

/// Returns the length of the encoding of `text`, in bytes.
pub(super) fn escaped_len(text: &str) -> usize {
    text.len() + text.bytes().filter(|byte| *byte < FIRST_PLAIN).count()
}

/// Returns the text that encodes to `encoded`.
///
/// Fails with [`ComponentError::BrokenEscape`] if no text does.
pub(super) fn unescape(encoded: &str) -> Result<String, ComponentError> {
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

/// Returns the character that the escape at the start of `bytes` represents.
fn escaped_character(bytes: &[u8]) -> Option<char> {
    let [ESCAPE, second, ..] = bytes else { return None };
    let byte = second.checked_sub(ESCAPE_OFFSET)?;
    (byte < FIRST_PLAIN).then(|| char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut encoded = String::new();
        escape(text, |run| encoded.push_str(run));
        encoded
    }

    #[test]
    fn low_characters_become_pairs_and_all_others_stay() {
        assert_eq!(escaped("a#b c$d\0e%f!"), "a$Sb$Pc$Td$0e%f$Q");
        assert_eq!(escaped("user-1/x:y_z~é😀\u{7f}"), "user-1/x:y_z~é😀\u{7f}");
    }

    #[test]
    fn every_ascii_character_round_trips() {
        for byte in 0..0x80_u8 {
            let text = char::from(byte).to_string();
            assert_eq!(unescape(&escaped(&text)), Ok(text));
        }
    }

    #[test]
    fn a_text_that_no_encoder_writes_is_refused_at_its_first_bad_byte() {
        for (broken, position) in
            [("$", 0), ("ab$", 2), ("$/", 0), ("$U", 0), ("é$é", 2), ("a b", 1), ("a#b", 1), ("$Sx$$S", 3)]
        {
            assert_eq!(unescape(broken), Err(ComponentError::BrokenEscape { position }), "{broken:?}");
        }
    }

    #[test]
    fn the_computed_length_is_the_length_of_the_encoding() {
        for text in ["", "plain", "#", "a#b c$\u{1}", "é😀 "] {
            assert_eq!(escaped_len(text), escaped(text).len());
        }
    }
}
