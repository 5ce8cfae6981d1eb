//! Entity names, validated at compile time.

use std::fmt;

use thiserror::Error;

/// The maximum length of an entity name in bytes.
pub const MAX_ENTITY_NAME_BYTES: usize = 64;

/// The name of an entity, with which its partition keys start: `Tag` in `Tag#{userId}`.
///
/// A name has 1 to 64 characters: an ASCII letter, followed by ASCII letters and digits. A name contains no separator,
/// and a separator follows it in the key, so a key of one entity never decodes as a key of another, even if one name
/// starts with the other.
///
/// ```
/// use table_keys::EntityName;
///
/// const TAG: EntityName = EntityName::new("Tag");
/// assert_eq!(TAG.as_str(), "Tag");
/// ```
///
/// An invalid name in a constant does not compile:
///
/// ```compile_fail,E0080
/// # use table_keys::EntityName;
/// const BAD: EntityName = EntityName::new("Favorite#Data");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityName(&'static str);

/// A text that is not a valid [`EntityName`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{given:?} is not an entity name: use an ASCII letter followed by ASCII letters or digits, 1 to 64 in total"
)]
pub struct EntityNameError {
    given: &'static str,
}

impl EntityName {
    /// Returns the entity name. Use it in constants, where an invalid name does not compile.
    ///
    /// # Panics
    ///
    /// Panics if the name is not an ASCII letter followed by ASCII letters or digits, or is longer than
    /// [`MAX_ENTITY_NAME_BYTES`].
    #[must_use]
    #[track_caller]
    pub const fn new(name: &'static str) -> Self {
        assert!(
            is_valid(name),
            "an entity name is an ASCII letter followed by ASCII letters or digits, 1 to 64 in total"
        );
        Self(name)
    }

    /// Returns the entity name.
    ///
    /// # Errors
    ///
    /// Fails with [`EntityNameError`] if the name is not an ASCII letter followed by ASCII letters or digits, or is
    /// longer than [`MAX_ENTITY_NAME_BYTES`].
    pub const fn try_new(name: &'static str) -> Result<Self, EntityNameError> {
        if is_valid(name) { Ok(Self(name)) } else { Err(EntityNameError { given: name }) }
    }

    /// Returns the name as text.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        self.0
    }
}

impl fmt::Display for EntityName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

const fn is_valid(name: &str) -> bool {
    if name.len() > MAX_ENTITY_NAME_BYTES {
        return false;
    }
    // The compiler interprets this code for each entity, and takes longest for calls: so there are none in the loop.
    let [b'a'..=b'z' | b'A'..=b'Z', rest @ ..] = name.as_bytes() else { return false };
    let mut rest = rest;
    while let [byte, others @ ..] = rest {
        if !matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') {
            return false;
        }
        rest = others;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_accepted() {
        for name in ["T", "Tag", "FavoriteData", "V2", &"a".repeat(64)] {
            let name: &'static str = name.to_owned().leak();
            assert_eq!(EntityName::try_new(name).map(|name| name.as_str()), Ok(name));
        }
    }

    #[test]
    fn every_other_name_is_refused() {
        for given in ["", "2Tag", "Tag#", "#", "Ta g", "Tag_2", "Täg", "a-b", &"a".repeat(65)] {
            let given: &'static str = given.to_owned().leak();
            assert_eq!(EntityName::try_new(given), Err(EntityNameError { given }));
        }
    }
}
