//! Text to JSON, refusing what JSON leaves open.

use favorites::json::excerpt;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// JSON in which no object repeats a member. RFC 8259, section 4, leaves open what a repeated name means; keeping either
/// value would lose the other without a word.
pub(crate) struct UniqueNames(pub(crate) Value);

/// Reads the whole of `bytes`; the error says line and column.
pub(crate) fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<UniqueNames>(bytes).map(|json| json.0)
}

impl<'de> Deserialize<'de> for UniqueNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor).map(Self)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(UniqueNames(element)) = elements.next_element()? {
            array.push(element);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the member \"{}\" is repeated", excerpt(&name))));
            }
            let UniqueNames(value) = members.next_value()?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_serde_json_reads() {
        for text in [
            "null",
            "true",
            "-7",
            "18446744073709551615",
            "1.5e3",
            r#""a\u0000\ud83d\ude00""#,
            r#"[1,[2,{"a":null}]]"#,
            r#" {"a":{"a":1},"b":[]} "#,
        ] {
            assert_eq!(
                parse(text.as_bytes()).unwrap(),
                serde_json::from_str::<Value>(text).unwrap(),
                "{text}"
            );
        }
    }

    #[test]
    fn it_refuses_with_line_and_column() {
        for (text, reason) in [
            ("{\"a\":1,\n\"a\":2}", "the member \"a\" is repeated at line 2 column 3"),
            (r#"{"a":{"b":1,"b":1}}"#, "the member \"b\" is repeated at line 1 column 15"),
            ("{\"a\":}", "expected value at line 1 column 6"),
            ("", "EOF while parsing a value at line 1 column 0"),
            ("{} x", "trailing characters at line 1 column 4"),
            ("1e999", "number out of range at line 1 column 5"),
            (r#""\ud800""#, "unexpected end of hex escape at line 1 column 8"),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap_err().to_string(), reason, "{text}");
        }
        assert!(parse(b"\"\xff\"").is_err());
        assert!(parse("[".repeat(100_000).as_bytes()).unwrap_err().to_string().contains("recursion limit"));
    }
}
