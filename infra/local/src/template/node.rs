//! A place in the template's YAML that knows its own path, so that an error can name it.

use serde_yaml_ng::Value;

use super::error::TemplateError;

/// A value in the template and where it stands.
#[derive(Clone)]
pub(super) struct Node<'a> {
    path: String,
    value: &'a Value,
}

impl<'a> Node<'a> {
    pub(super) fn root(value: &'a Value) -> Self {
        Self { path: String::new(), value }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the value under `key`, if there is one. A key without a value counts as absent, because a command
    /// may write the value later.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Self { path: self.child_path(key), value })
    }

    /// The value under `key`, which must be there.
    pub(super) fn require(&self, key: &str) -> Result<Self, TemplateError> {
        self.get(key).ok_or_else(|| TemplateError::Missing { path: self.child_path(key) })
    }

    /// The value at the end of a path of keys, if all of it is there.
    pub(super) fn find(&self, keys: &[&str]) -> Option<Self> {
        keys.iter().try_fold(self.clone(), |node, key| node.get(key))
    }

    /// The entries of a mapping, in the order of the file.
    pub(super) fn entries(&self) -> Result<Vec<(&'a str, Self)>, TemplateError> {
        let mapping = self.value.as_mapping().ok_or_else(|| self.wrong("a mapping"))?;
        mapping
            .iter()
            .map(|(key, value)| {
                let key = key.as_str().ok_or_else(|| self.wrong("a mapping with text for keys"))?;
                Ok((key, Self { path: self.child_path(key), value }))
            })
            .collect()
    }

    /// Refuses entries that are not among `names`: AWS would honour them, and here they would be ignored.
    pub(super) fn only(&self, names: &[&str]) -> Result<(), TemplateError> {
        match self.entries()?.into_iter().find(|(name, _)| !names.contains(name)) {
            Some((_, entry)) => Err(TemplateError::Unsupported { path: entry.path }),
            None => Ok(()),
        }
    }

    /// The values of a list.
    pub(super) fn items(&self) -> Result<Vec<Self>, TemplateError> {
        let list = self.value.as_sequence().ok_or_else(|| self.wrong("a list"))?;
        Ok(list
            .iter()
            .enumerate()
            .map(|(i, value)| Self { path: format!("{}[{i}]", self.path), value })
            .collect())
    }

    /// A text that is written out, not computed by `CloudFormation`.
    pub(super) fn text(&self) -> Result<&'a str, TemplateError> {
        // `as_str` would look through the tag of a `!Sub`.
        match self.value {
            Value::String(text) => Ok(text),
            _ => Err(self.wrong("a text that is written out (no !Ref, no !Sub)")),
        }
    }

    /// The values of a list, or the one value that stands for a list of it, as policies have it.
    pub(super) fn one_or_more(&self) -> Result<Vec<Self>, TemplateError> {
        if self.value.is_sequence() { self.items() } else { Ok(vec![self.clone()]) }
    }

    pub(super) fn flag(&self) -> Result<bool, TemplateError> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// A whole number from `low` to `high`.
    pub(super) fn number(&self, low: i64, high: i64) -> Result<i64, TemplateError> {
        self.value
            .as_i64()
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| self.wrong(&format!("a whole number from {low} to {high}")))
    }

    /// The logical id that `!Ref X`, `!GetAtt X.Y` or their long forms point at.
    pub(super) fn reference(&self) -> Option<String> {
        let target = match self.value {
            Value::Tagged(tagged) if tagged.tag == "Ref" || tagged.tag == "GetAtt" => &tagged.value,
            Value::Mapping(_) => self.value.get("Ref").or_else(|| self.value.get("Fn::GetAtt"))?,
            _ => return None,
        };
        let target = target.as_str().or_else(|| target.get(0).and_then(Value::as_str))?;
        target.split('.').next().map(str::to_owned)
    }

    /// The logical id and the attribute of `!GetAtt X.Y`.
    pub(super) fn attribute(&self) -> Option<(&'a str, &'a str)> {
        match self.value {
            Value::Tagged(tagged) if tagged.tag == "GetAtt" => tagged.value.as_str()?.split_once('.'),
            _ => None,
        }
    }

    /// The text of a `!Sub`, before anything is put in.
    pub(super) fn substitution(&self) -> Option<&'a str> {
        match self.value {
            Value::Tagged(tagged) if tagged.tag == "Sub" => tagged.value.as_str(),
            _ => None,
        }
    }

    /// The value as it is written, on one line where it is short.
    pub(super) fn shown(&self) -> String {
        serde_yaml_ng::to_string(self.value).unwrap_or_default().trim().to_owned()
    }

    /// The error that this value is not what it should be.
    pub(super) fn wrong(&self, expected: &str) -> TemplateError {
        TemplateError::Wrong { path: self.path.clone(), expected: expected.to_owned(), found: self.shown() }
    }

    fn child_path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}
