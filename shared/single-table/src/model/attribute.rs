//! The attribute that holds a field.

/// An attribute that holds a field of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute {
    /// The name that serde gives the field.
    pub name: &'static str,
    /// Further names under which serde reads the field (`#[serde(alias = "...")]`). Nothing writes them.
    pub aliases: &'static [&'static str],
    /// The use of the field, which decides how an update may change it.
    pub field_use: FieldUse,
    /// The DynamoDB type of the attribute, if the field's type shows it.
    pub stored_as: StoredAs,
}

/// The use of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldUse {
    /// No joined key is made from the field. An update may set it.
    Independent,
    /// The key of the table or of an index is made from the field. An update must write that key too.
    InKey,
    /// The record of a unique constraint is made from the field. An update must replace that record too.
    InUniqueRecord,
    /// The field counts the item's versions.
    CountsVersions,
}

/// The DynamoDB type of an attribute, as far as the field's type shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredAs {
    /// A string.
    TextScalar,
    /// A number.
    NumberScalar,
    /// A type that no key attribute can have, such as a Boolean or a list.
    NoScalar,
    /// Only serde knows the type, for instance of a newtype.
    Unknown,
}
