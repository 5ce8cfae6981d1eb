//! How a time is written and read: as text, in JSON and in keys.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{Timestamp, TimestampError};
use crate::{ComponentError, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent, builder};

const NANOS_PER_MILLI: i128 = 1_000_000;

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = OffsetDateTime::from_unix_timestamp(self.unix_seconds())
            .expect("every Timestamp lies in the years 0000 to 9999, and `time` takes -9999 to 9999");
        // `write!` made building a sort key take twice as long, and a page of a list has a time in each of
        // its keys.
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put_digits(&mut text[0..4], time.year().unsigned_abs());
        put_digits(&mut text[5..7], u8::from(time.month()).into());
        put_digits(&mut text[8..10], time.day().into());
        put_digits(&mut text[11..13], time.hour().into());
        put_digits(&mut text[14..16], time.minute().into());
        put_digits(&mut text[17..19], time.second().into());
        put_digits(&mut text[20..23], self.millisecond());
        f.write_str(std::str::from_utf8(&text).expect("digits in place of digits leave it ASCII"))
    }
}

/// Writes `number` over all of `text`, with zeros in front.
fn put_digits(text: &mut [u8], mut number: u32) {
    for digit in text.iter_mut().rev() {
        *digit = b"0123456789"[(number % 10) as usize];
        number /= 10;
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        let time = OffsetDateTime::parse(text, &Rfc3339)
            .map_err(|_| TimestampError::Malformed { given: text.to_owned() })?;
        // The offset can lead past either end of the years, so it must not be taken off through a calendar.
        i64::try_from(time.unix_timestamp_nanos().div_euclid(NANOS_PER_MILLI))
            .ok()
            .and_then(Self::in_range)
            .ok_or_else(|| TimestampError::OutOfRange { given: text.to_owned() })
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Timestamp;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an RFC 3339 time")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Timestamp, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Visitor)
    }
}

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
        text.parse()
            .ok()
            .filter(|time| builder::is_encoding_of(text, time))
            .ok_or_else(|| ComponentError::unexpected("a time like 2026-11-21T08:35:15.123Z", text))
    }
}

impl FixedWidth for Timestamp {
    const WIDTH: usize = "2026-11-21T08:35:15.123Z".len();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn displays_with_one_width() {
        let written = [
            (Timestamp::MIN.as_unix_millis(), "0000-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_250_115_123, "2026-11-21T08:35:15.123Z"),
            (Timestamp::MAX.as_unix_millis(), "9999-12-31T23:59:59.999Z"),
        ];
        for (millis, text) in written {
            assert_eq!(Timestamp::from_unix_millis(millis).unwrap().to_string(), text);
            assert_eq!(time(text).as_unix_millis(), millis);
            assert_eq!(text.len(), Timestamp::WIDTH);
        }
    }

    #[test]
    fn reads_any_rfc_3339() {
        let same = [
            "2026-11-21T08:35:15.123Z",
            "2026-11-21T09:35:15.123+01:00",
            "2026-11-21T00:05:15.123-08:30",
            "2026-11-21T08:35:15.123999999Z",
            "2026-11-21t08:35:15.1239z",
        ];
        for text in same {
            assert_eq!(time(text), time(same[0]), "{text}");
        }
        assert_eq!(time("2026-11-21T08:35:15Z").to_string(), "2026-11-21T08:35:15.000Z");
        assert_eq!(time("2026-11-21T08:35:15.1Z").to_string(), "2026-11-21T08:35:15.100Z");
        assert_eq!(time("1969-12-31T23:59:59.9999Z").to_string(), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn refuses_what_is_no_time() {
        for text in
            ["", "now", "2026-11-21", "2026-02-30T00:00:00Z", "2026-11-21T08:35:15.123", "1795250115123"]
        {
            assert_eq!(text.parse::<Timestamp>(), Err(TimestampError::Malformed { given: text.to_owned() }));
        }
    }

    #[test]
    fn stands_in_json_as_its_text() {
        let json = "\"2026-11-21T08:35:15.123Z\"";
        let read: Timestamp = serde_json::from_str("\"2026-11-21T09:35:15.1239+01:00\"").unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        let error = serde_json::from_str::<Timestamp>("\"soon\"").unwrap_err();
        assert!(error.to_string().starts_with("\"soon\" is no RFC 3339 time"), "{error}");
        assert!(serde_json::from_str::<Timestamp>("5").is_err());
    }

    #[test]
    fn only_the_written_form_is_read_from_a_key() {
        assert!(Timestamp::decode("2026-11-21T08:35:15.123Z").is_ok());
        for text in ["2026-11-21T08:35:15Z", "2026-11-21T09:35:15.123+01:00", "2026-11-21t08:35:15.123z", ""]
        {
            assert!(matches!(Timestamp::decode(text), Err(ComponentError::Unexpected { .. })), "{text:?}");
        }
    }
}
