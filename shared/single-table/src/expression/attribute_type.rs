//! DynamoDB's attribute types.

/// The type of an attribute's value, named as in [`AttributeValue`](aws_sdk_dynamodb::types::AttributeValue). See "Supported data
/// types and naming rules in Amazon DynamoDB" in the developer guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeType {
    /// A text.
    S,
    /// A number.
    N,
    /// A binary value.
    B,
    /// A Boolean.
    Bool,
    /// NULL, which serde writes for `None`.
    Null,
    /// A list.
    L,
    /// A map.
    M,
    /// A set of texts.
    Ss,
    /// A set of numbers.
    Ns,
    /// A set of binary values.
    Bs,
}

impl AttributeType {
    /// Returns the name of the type in an expression.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::L => "L",
            Self::M => "M",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
        }
    }
}
