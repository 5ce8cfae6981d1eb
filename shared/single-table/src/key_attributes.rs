//! Key attributes under their names.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Item;

/// Key attributes of one item, under their names.
#[derive(Debug, Clone, Default)]
pub struct KeyAttributes(Vec<(&'static str, String)>);

impl KeyAttributes {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, name: &'static str, value: String) {
        self.0.push((name, value));
    }

    /// Writes them into an item.
    pub(crate) fn extend(self, item: &mut Item) {
        item.extend(self.0.into_iter().map(|(name, value)| (name.to_owned(), AttributeValue::S(value))));
    }

    /// As an item of nothing else.
    pub(crate) fn into_item(self) -> Item {
        let mut item = Item::new();
        self.extend(&mut item);
        item
    }
}
