//! Timestamps as text: RFC 3339.

use std::fmt;
use std::str::FromStr;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{Timestamp, TimestampError};

const NANOS_PER_MILLI: i128 = 1_000_000;

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = OffsetDateTime::from_unix_timestamp(self.unix_seconds())
            .expect("a `Timestamp` is in the years 0000 to 9999, and `time` accepts -9999 to 9999");
        // With `write!`, building a sort key takes twice as long, and many sort keys contain a time.
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put_digits(&mut text[0..4], time.year().unsigned_abs());
        put_digits(&mut text[5..7], u8::from(time.month()).into());
        put_digits(&mut text[8..10], time.day().into());
        put_digits(&mut text[11..13], time.hour().into());
        put_digits(&mut text[14..16], time.minute().into());
        put_digits(&mut text[17..19], time.second().into());
        put_digits(&mut text[20..23], self.millisecond());
        f.write_str(
            std::str::from_utf8(&text)
                .expect("the template is ASCII, and only ASCII digits replace parts of it"),
        )
    }
}

/// Overwrites `text` with `number`, padded with zeros on the left.
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
        // Near the first and last year, the same time in UTC can be out of the calendar's range, so the conversion uses
        // a number.
        i64::try_from(time.unix_timestamp_nanos().div_euclid(NANOS_PER_MILLI))
            .ok()
            .and_then(Self::in_range)
            .ok_or_else(|| TimestampError::OutOfRange { given: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn display_has_a_fixed_width() {
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
        }
    }

    #[test]
    fn any_rfc_3339_time_is_read() {
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
    fn other_texts_are_refused() {
        for text in
            ["", "now", "2026-11-21", "2026-02-30T00:00:00Z", "2026-11-21T08:35:15.123", "1795250115123"]
        {
            assert_eq!(text.parse::<Timestamp>(), Err(TimestampError::Malformed { given: text.to_owned() }));
        }
    }
}
