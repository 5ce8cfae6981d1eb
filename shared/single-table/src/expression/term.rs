//! Operands of comparisons and functions.

use aws_sdk_dynamodb::types::AttributeValue;

use super::path::Path;
use super::placeholders::Placeholders;
use super::set::is_empty_set;

/// An operand of a comparison or a function.
#[derive(Debug)]
#[expect(private_interfaces, reason = "the derive's code and callers only pass terms on")]
pub enum Term {
    /// The value of an attribute, or of a part of a document.
    Path(Path),
    /// The size of the value at a path.
    Size(Path),
    /// A value in the request.
    Value(AttributeValue),
}

impl Term {
    /// Returns true if the term stands for an absent value: NULL, or an empty set, which DynamoDB can't store.
    pub(super) fn is_absence(&self) -> bool {
        match self {
            Self::Value(AttributeValue::Null(_)) => true,
            Self::Value(value) => is_empty_set(value),
            Self::Path(_) | Self::Size(_) => false,
        }
    }

    /// Returns true if the term stands for the value of an attribute.
    pub(super) fn is_path(&self) -> bool {
        matches!(self, Self::Path(_))
    }

    pub(super) fn render(self, placeholders: &mut Placeholders) -> String {
        match self {
            Self::Path(path) => path.render(placeholders),
            Self::Size(path) => format!("size({})", path.render(placeholders)),
            Self::Value(value) => placeholders.value(value),
        }
    }
}
