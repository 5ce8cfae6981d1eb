//! The primary key of a record's item, as text for messages.

use serde_dynamo::AttributeValue;

use crate::item::StreamItem;

/// Returns the key attributes, ordered by name, such as `pk = "Album#1", sk = "Track#2"`.
pub(super) fn key_text(keys: &StreamItem) -> String {
    if keys.is_empty() {
        return "an unknown key".to_owned();
    }
    let mut attributes: Vec<_> = keys.iter().collect();
    attributes.sort_by_key(|(name, _)| *name);
    let texts: Vec<String> =
        attributes.into_iter().map(|(name, value)| format!("{name} = {}", value_text(value))).collect();
    texts.join(", ")
}

/// DynamoDB allows text, numbers and bytes as keys.
fn value_text(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => format!("{text:?}"),
        AttributeValue::N(number) => number.clone(),
        AttributeValue::B(bytes) => format!("0x{}", hex::encode(bytes)),
        _ => "a value that cannot be a key".to_owned(),
    }
}
