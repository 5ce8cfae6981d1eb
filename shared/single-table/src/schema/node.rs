//! A place in a template that knows its own path, so that a difference can name it.

use serde_json::{Map, Value};

use super::Difference;
use super::found::{NotReadable, Part};

/// A value in a template, or its absence, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    path: String,
    value: Option<&'a Value>,
}

impl<'a> Node<'a> {
    pub(super) fn root(value: &'a Value) -> Self {
        Self { path: String::new(), value: Some(value) }
    }

    /// The value under `key`.
    pub(super) fn get(&self, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Self { path, value: self.value.and_then(|value| value.get(key)) }
    }

    /// This, if it is there.
    pub(super) fn present(self) -> Option<Self> {
        self.value.is_some().then_some(self)
    }

    /// Notes it if this is no mapping that is written out.
    pub(super) fn check_mapping(&self, unreadable: &mut Vec<Difference>) -> Part<()> {
        let members = self.value.and_then(Value::as_object).filter(|members| !is_function(members));
        self.require(members.map(|_| ()), "a mapping that is written out", unreadable)
    }

    /// The values of a list; none where there is no list.
    pub(super) fn items(&self, unreadable: &mut Vec<Difference>) -> Part<Vec<Self>> {
        let list = self.value.map_or(Some(&[][..]), |value| value.as_array().map(Vec::as_slice));
        let list = self.require(list, "a list that is written out", unreadable)?;
        let item = |(at, value)| Self { path: format!("{}[{at}]", self.path), value: Some(value) };
        Ok(list.iter().enumerate().map(item).collect())
    }

    pub(super) fn text(&self, unreadable: &mut Vec<Difference>) -> Part<String> {
        self.word("a text that is written out", |text| Some(text.to_owned()), unreadable)
    }

    /// A text that `parse` knows.
    pub(super) fn word<T>(
        &self,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
        unreadable: &mut Vec<Difference>,
    ) -> Part<T> {
        self.require(self.value.and_then(Value::as_str).and_then(parse), expected, unreadable)
    }

    /// A truth value, which `CloudFormation` takes as a text too.
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

/// Whether `CloudFormation` decides what stands there. `!` begins its functions' short forms as YAML readers hand them on.
fn is_function(members: &Map<String, Value>) -> bool {
    members.keys().any(|key| key == "Ref" || key.starts_with("Fn::") || key.starts_with('!'))
}
