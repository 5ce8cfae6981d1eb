//! Paths to an attribute, or to a part of a document in it.

use std::borrow::Cow;
use std::fmt;

use super::placeholders::Placeholders;

/// A document path: the name of an attribute, and the steps from its value into the document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Path {
    name: Cow<'static, str>,
    steps: Vec<Step>,
}

/// A step into a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// The value under a name: the field of a struct, or the entry of a map.
    Name(Cow<'static, str>),
    /// The element of a list, counted from 0.
    Index(usize),
}

impl Path {
    pub(crate) fn new(name: impl Into<Cow<'static, str>>, steps: Vec<Step>) -> Self {
        Self { name: name.into(), steps }
    }

    /// Returns the attribute at the end of the path, or `None` if the path leads into a document.
    pub(crate) fn attribute(&self) -> Option<&str> {
        self.steps.is_empty().then_some(&*self.name)
    }

    /// Returns true if the path leads to an element of a list.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Index(_)))
    }

    /// Returns true if the paths are equal, or if one of them leads into the value of the other.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.name == other.name && self.steps.iter().zip(&other.steps).all(|(own, other)| own == other)
    }

    /// Returns the text of the path, with a placeholder for each name. DynamoDB has no placeholders for indexes.
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut text = placeholders.name(self.name.clone());
        for step in &self.steps {
            match step {
                Step::Name(name) => {
                    text.push('.');
                    text.push_str(&placeholders.name(name.clone()));
                }
                Step::Index(index) => {
                    text.push('[');
                    text.push_str(&index.to_string());
                    text.push(']');
                }
            }
        }
        text
    }
}

impl From<&'static str> for Path {
    fn from(name: &'static str) -> Self {
        Self::new(name, Vec::new())
    }
}

/// Prints the path for messages.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.steps.iter().try_for_each(|step| match step {
            Step::Name(name) => write!(f, ".{name}"),
            Step::Index(index) => write!(f, "[{index}]"),
        })
    }
}
