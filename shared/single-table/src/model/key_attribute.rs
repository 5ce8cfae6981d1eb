//! Key attributes and their types.

use crate::const_str::equal;

/// An attribute of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    /// The name of the attribute.
    pub name: &'static str,
    /// The type of the attribute.
    pub scalar: Scalar,
}

impl KeyAttribute {
    /// Makes a key attribute that holds text, like every joined key.
    #[must_use]
    pub const fn text(name: &'static str) -> Self {
        Self { name, scalar: Scalar::S }
    }

    /// Returns the attribute of a key with this name.
    pub(crate) const fn find(key: &'static [Self], name: &str) -> Option<Self> {
        let mut at = 0;
        while at < key.len() {
            if equal(key[at].name, name) {
                return Some(key[at]);
            }
            at += 1;
        }
        None
    }
}

/// The types that a key attribute can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// A text.
    S,
    /// A number.
    N,
    /// A binary value.
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
