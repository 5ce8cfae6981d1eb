//! Timestamps: RFC 3339 in UTC with milliseconds, always 24 characters.

use super::{ComponentError, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent, is_encoding_of};
use crate::Timestamp;

impl EncodeComponent for Timestamp {
    type Component = Self;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        key.push_display(self);
    }

    fn encoded_len(&self) -> usize {
        Self::WIDTH
    }
}

impl KeyComponent for Timestamp {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        // The parser also accepts other offsets and fractions.
        text.parse()
            .ok()
            .filter(|time| is_encoding_of(text, time))
            .ok_or_else(|| ComponentError::unexpected("a time like 2026-11-21T08:35:15.123Z", text))
    }
}

impl FixedWidth for Timestamp {
    const WIDTH: usize = "2026-11-21T08:35:15.123Z".len();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_time_have_the_declared_width() {
        for time in [Timestamp::MIN, Timestamp::MAX] {
            assert_eq!(crate::sort_key(&(time,)).map(|key| key.len()), Ok(Timestamp::WIDTH));
        }
    }

    #[test]
    fn a_key_is_read_only_in_the_form_that_encoding_writes() {
        assert!(Timestamp::decode("2026-11-21T08:35:15.123Z").is_ok());
        for text in ["2026-11-21T08:35:15Z", "2026-11-21T09:35:15.123+01:00", "2026-11-21t08:35:15.123z", ""]
        {
            assert!(matches!(Timestamp::decode(text), Err(ComponentError::Unexpected { .. })), "{text:?}");
        }
    }
}
