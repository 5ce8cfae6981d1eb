//! UUIDs of any version: lower case with hyphens.
//!
//! This form sorts like the 16 bytes, so version 7 ids sort by their creation time.

use uuid::Uuid;

use super::{ComponentError, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent, is_encoding_of};

impl EncodeComponent for Uuid {
    type Component = Self;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        key.push_text(self.hyphenated().encode_lower(&mut Uuid::encode_buffer()));
    }

    fn encoded_len(&self) -> usize {
        Self::WIDTH
    }
}

impl KeyComponent for Uuid {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        // The parser also accepts upper case, braces, URNs and no hyphens.
        Uuid::try_parse(text)
            .ok()
            .filter(|uuid| is_encoding_of(text, uuid))
            .ok_or_else(|| ComponentError::unexpected("a UUID in lower case with hyphens", text))
    }
}

impl FixedWidth for Uuid {
    const WIDTH: usize = 36;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_only_in_the_form_that_encoding_writes() {
        let text = "0193c5a0-7b1e-7abc-8def-0123456789ab";
        assert_eq!(Uuid::decode(text).map(|uuid| uuid.to_string()), Ok(text.to_owned()));
        for other in ["", &text.to_uppercase(), &text.replace('-', ""), &format!("{{{text}}}"), &text[1..]] {
            assert!(matches!(Uuid::decode(other), Err(ComponentError::Unexpected { .. })), "{other:?}");
        }
    }
}
