//! The operands of a comparison.

use aws_sdk_dynamodb::types::AttributeValue;

use super::path::Path;
use super::placeholders::Placeholders;
use super::set::is_empty_set;

/// One operand of a comparison or function.
#[derive(Debug)]
#[expect(private_interfaces, reason = "the derive's code and the callers pass it on and never look into it")]
pub enum Term {
    /// The value of an attribute, or of a part of a document.
    Path(Path),
    /// The size of that value.
    Size(Path),
    /// A value that the request carries.
    Value(AttributeValue),
}

impl Term {
    /// Returns true if the term stands for the absence of a value: NULL, and an empty set, which DynamoDB can't store.
    pub(super) fn is_absence(&self) -> bool {
        match self {
            Self::Value(AttributeValue::Null(_)) => true,
            Self::Value(value) => is_empty_set(value),
            Self::Path(_) | Self::Size(_) => false,
        }
    }

    pub(super) fn render(self, placeholders: &mut Placeholders) -> String {
        match self {
            Self::Path(path) => path.render(placeholders),
            Self::Size(path) => format!("size({})", path.render(placeholders)),
            Self::Value(value) => placeholders.value(value),
        }
    }
}
