//! The attributes of keys, and their types.

/// An attribute that a key is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub scalar: Scalar,
}

impl KeyAttribute {
    /// A key attribute that holds text, as every joined one does.
    #[must_use]
    pub const fn text(name: &'static str) -> Self {
        Self { name, scalar: Scalar::S }
    }
}

/// The types that a key attribute can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// Text.
    S,
    /// A number.
    N,
    /// Bytes.
    B,
}

impl Scalar {
    /// Returns true if both are the same type.
    pub(crate) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// Returns DynamoDB's name for the type.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}
