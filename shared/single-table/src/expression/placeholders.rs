//! Placeholders for the names and values of an expression. The expression contains only placeholders, so attributes may have
//! reserved names (see "Reserved words in DynamoDB" in the developer guide).

use std::borrow::Cow;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

/// The placeholders of one request, which its expressions share.
#[derive(Debug, Clone, Default)]
pub(crate) struct Placeholders {
    names: Vec<Cow<'static, str>>,
    values: Vec<AttributeValue>,
}

impl Placeholders {
    /// Returns the placeholder of an attribute name. Each name has one placeholder.
    pub(crate) fn name(&mut self, name: impl Into<Cow<'static, str>>) -> String {
        let name = name.into();
        let at = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        format!("#n{at}")
    }

    /// Returns a new placeholder for a value.
    pub(crate) fn value(&mut self, value: AttributeValue) -> String {
        self.values.push(value);
        format!(":v{}", self.values.len() - 1)
    }

    /// Returns the names of the attributes in an expression. In a path, the first name is the attribute's.
    pub(crate) fn names_in<'a>(&'a self, expression: &'a str) -> impl Iterator<Item = &'a str> {
        let words = expression.split([' ', '(', ')', ',']).filter_map(|word| word.split(['.', '[']).next());
        words.filter_map(|word| {
            self.names.get(word.strip_prefix("#n")?.parse::<usize>().ok()?).map(AsRef::as_ref)
        })
    }

    /// Returns `ExpressionAttributeNames`. DynamoDB refuses an empty map.
    pub(crate) fn names(&self) -> Option<HashMap<String, String>> {
        let names: HashMap<_, _> =
            self.names.iter().enumerate().map(|(at, name)| (format!("#n{at}"), name.to_string())).collect();
        (!names.is_empty()).then_some(names)
    }

    /// Returns `ExpressionAttributeValues`. DynamoDB refuses an empty map.
    pub(crate) fn values(&self) -> Option<HashMap<String, AttributeValue>> {
        let values: HashMap<_, _> =
            self.values.iter().enumerate().map(|(at, value)| (format!(":v{at}"), value.clone())).collect();
        (!values.is_empty()).then_some(values)
    }
}
