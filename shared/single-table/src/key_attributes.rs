//! Key attributes under their names.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Item;

/// Key attributes of one item, under their names.
#[derive(Debug, Clone, Default)]
pub struct KeyAttributes(Vec<(&'static str, AttributeValue)>);

impl KeyAttributes {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a joined one.
    pub fn push(&mut self, name: &'static str, value: String) {
        self.push_value(name, AttributeValue::S(value));
    }

    /// Adds one that is an attribute of the item itself.
    pub fn push_value(&mut self, name: &'static str, value: AttributeValue) {
        self.0.push((name, value));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes them into an item.
    pub(crate) fn extend(self, item: &mut Item) {
        item.extend(self.0.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }

    /// As an item of nothing else.
    pub(crate) fn into_item(self) -> Item {
        let mut item = Item::new();
        self.extend(&mut item);
        item
    }
}
