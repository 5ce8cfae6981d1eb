//! DynamoDB's types of attributes.

/// A type of an attribute's value (see "Supported data types and naming rules in Amazon DynamoDB" in the developer guide).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeType {
    /// Text: `S`.
    String,
    /// A number: `N`.
    Number,
    /// Bytes: `B`.
    Binary,
    /// `BOOL`.
    Boolean,
    /// The absence of a value, which serde writes for `None`: `NULL`.
    Null,
    /// `L`.
    List,
    /// `M`.
    Map,
    /// `SS`.
    StringSet,
    /// `NS`.
    NumberSet,
    /// `BS`.
    BinarySet,
}

impl AttributeType {
    /// Returns the name that the function `attribute_type` knows.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::String => "S",
            Self::Number => "N",
            Self::Binary => "B",
            Self::Boolean => "BOOL",
            Self::Null => "NULL",
            Self::List => "L",
            Self::Map => "M",
            Self::StringSet => "SS",
            Self::NumberSet => "NS",
            Self::BinarySet => "BS",
        }
    }
}
