//! The key attributes of an entity, and their comparison with each other and with its fields.

use super::piece::Piece;
use crate::const_str::equal;
use crate::model::key_attribute::{KeyAttribute, Scalar};

/// A key attribute that the items of an entity have, with the format of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredKey {
    /// The attribute.
    pub attribute: KeyAttribute,
    /// The pieces of the attribute's value; `None` for a key that the library joins.
    pub raw: Option<&'static [Piece]>,
}

impl StoredKey {
    /// Refuses a format that the attribute can't hold.
    ///
    /// # Panics
    /// Panics while the crate compiles if the format does not fit.
    #[track_caller]
    pub(crate) const fn check_type(&self) {
        let Some(format) = self.raw else { return };
        match (self.attribute.scalar, format) {
            (Scalar::S, format) => check_text(format),
            (Scalar::N, [Piece::Component { scalar: Scalar::N, .. }])
            | (Scalar::B, [Piece::Component { scalar: Scalar::B, .. }]) => {}
            (Scalar::N, _) => panic!("a raw key in an attribute of type N is one component that is a number"),
            (Scalar::B, _) => {
                panic!("a raw key in an attribute of type B is one component of the type `raw::Bytes`")
            }
        }
    }

    /// Refuses two keys that would store two different values in one attribute.
    #[track_caller]
    pub(crate) const fn check_same(&self, other: &Self) {
        if !equal(self.attribute.name, other.attribute.name) {
            return;
        }
        let are_same = match (self.raw, other.raw) {
            (Some(one), Some(two)) => same_format(one, two, true),
            _ => false,
        };
        assert!(
            are_same,
            "two keys of this entity have the same attribute and different values for it: give both the same raw format, or \
             remove one of them"
        );
    }

    /// Returns true if the key is raw, and the field that serde names `field` is one of its components.
    pub(crate) const fn has(&self, field: &str) -> bool {
        let Some(format) = self.raw else { return false };
        let mut at = 0;
        while at < format.len() {
            if let Piece::Component { attribute, .. } = format[at]
                && equal(attribute, field)
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns true if the key has exactly the value of the field that is stored under the attribute's name.
    pub(crate) const fn is_the_field(&self) -> bool {
        match self.raw {
            Some([Piece::Component { attribute, .. }]) => equal(attribute, self.attribute.name),
            _ => false,
        }
    }
}

#[track_caller]
const fn check_text(format: &[Piece]) {
    let mut at = 0;
    while at < format.len() {
        if let Piece::Component { scalar: Scalar::B, .. } = format[at] {
            panic!("bytes can't be text: a raw key with `raw::Bytes` needs an attribute of type B");
        }
        at += 1;
    }
}

/// Returns true if two formats have the same literals and, if `same_attributes` is true, the same attributes.
pub(crate) const fn same_format(one: &[Piece], other: &[Piece], same_attributes: bool) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        let are_same = match (one[at], other[at]) {
            (Piece::Literal(one), Piece::Literal(other)) => equal(one, other),
            (Piece::Component { attribute: one, .. }, Piece::Component { attribute: other, .. }) => {
                !same_attributes || (!one.is_empty() && equal(one, other))
            }
            _ => false,
        };
        if !are_same {
            return false;
        }
        at += 1;
    }
    true
}
