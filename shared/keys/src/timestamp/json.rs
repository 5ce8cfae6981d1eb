//! Timestamps in JSON and other serde formats, as strings.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Timestamp;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_contains_the_text_of_the_time() {
        let json = "\"2026-11-21T08:35:15.123Z\"";
        let read: Timestamp = serde_json::from_str("\"2026-11-21T09:35:15.1239+01:00\"").unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        let error = serde_json::from_str::<Timestamp>("\"soon\"").unwrap_err();
        assert!(error.to_string().starts_with("\"soon\" is not an RFC 3339 time"), "{error}");
        assert!(serde_json::from_str::<Timestamp>("5").is_err());
    }
}
