//! Values in a template that know their own path, so that a difference can name the path.

use serde_json::{Map, Value};

use super::Difference;
use super::found::{NotReadable, Part};

/// A value in a template, or its absence, with its path.
#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    path: String,
    value: Option<&'a Value>,
}

impl<'a> Node<'a> {
    pub(super) fn root(value: &'a Value) -> Self {
        Self { path: String::new(), value: Some(value) }
    }

    /// Returns the value under `key`.
    pub(super) fn get(&self, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Self { path, value: self.value.and_then(|value| value.get(key)) }
    }

    /// Returns this node if it has a value.
    pub(super) fn present(self) -> Option<Self> {
        self.value.is_some().then_some(self)
    }

    /// Notes a difference if this value is not a mapping that is written out.
    pub(super) fn check_mapping(&self, unreadable: &mut Vec<Difference>) -> Part<()> {
        let members = self.value.and_then(Value::as_object).filter(|members| !is_function(members));
        self.require(members.map(|_| ()), "a mapping that is written out", unreadable)
    }

    /// Returns the values of a list; an absent list has no values.
    pub(super) fn items(&self, unreadable: &mut Vec<Difference>) -> Part<Vec<Self>> {
        let list = self.value.map_or(Some(&[][..]), |value| value.as_array().map(Vec::as_slice));
        let list = self.require(list, "a list that is written out", unreadable)?;
        let item = |(at, value)| Self { path: format!("{}[{at}]", self.path), value: Some(value) };
        Ok(list.iter().enumerate().map(item).collect())
    }

    pub(super) fn text(&self, unreadable: &mut Vec<Difference>) -> Part<String> {
        self.word("a text that is written out", |text| Some(text.to_owned()), unreadable)
    }

    /// Returns the result of `parse` for a text, or notes a difference if `parse` does not accept the text.
    pub(super) fn word<T>(
        &self,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
        unreadable: &mut Vec<Difference>,
    ) -> Part<T> {
        self.require(self.value.and_then(Value::as_str).and_then(parse), expected, unreadable)
    }

    /// Returns a truth value. `CloudFormation` also accepts one as a text.
    pub(super) fn flag(&self, unreadable: &mut Vec<Difference>) -> Part<bool> {
        let read = |value: &Value| value.as_bool().or_else(|| value.as_str()?.parse().ok());
        self.require(self.value.and_then(read), "true or false", unreadable)
    }

    fn require<T>(
        &self,
        read: Option<T>,
        expected: &'static str,
        unreadable: &mut Vec<Difference>,
    ) -> Part<T> {
        read.ok_or_else(|| {
            let found = self.value.map_or_else(|| "nothing".to_owned(), Value::to_string);
            let path = if self.path.is_empty() { "the resource" } else { &self.path };
            unreadable.push(Difference::NotReadable { path: path.to_owned(), expected, found });
            NotReadable
        })
    }
}

/// Returns true if `CloudFormation` decides the value at this place. YAML readers pass the short forms of its functions on with a
/// leading `!`.
fn is_function(members: &Map<String, Value>) -> bool {
    members.keys().any(|key| key == "Ref" || key.starts_with("Fn::") || key.starts_with('!'))
}
