//! JSON documents of the service.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// A document with the text that the service sent.
#[derive(Debug)]
pub(crate) struct Document<T> {
    json: Box<RawValue>,
    /// The members that the client reads.
    pub(crate) value: T,
}

impl<T> Document<T> {
    /// Returns the text on one line.
    pub(crate) fn line(&self) -> String {
        // In JSON, line breaks are only between tokens.
        self.json.get().replace(['\n', '\r'], " ")
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Document<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let value = serde_json::from_str(json.get()).map_err(D::Error::custom)?;
        Ok(Self { json, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_keeps_its_text_but_for_line_breaks() {
        let text = "{\"b\": 1.50,\n \"a\": \"x\\n\"}";
        let document: Document<serde_json::Value> = serde_json::from_str(text).unwrap();
        assert_eq!(document.line(), "{\"b\": 1.50,  \"a\": \"x\\n\"}");
        assert_eq!(document.value["a"], "x\n");
    }
}
