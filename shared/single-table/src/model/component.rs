//! A component of a key.

/// A component of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Component {
    /// The name in the declaration, of a field or of a computed value.
    pub name: &'static str,
    /// The attribute that stores the value; `None` for a computed component.
    pub attribute: Option<&'static str>,
    /// True if the value is an `Option`. An item without a value is not in the index, or has no record.
    pub is_optional: bool,
}
