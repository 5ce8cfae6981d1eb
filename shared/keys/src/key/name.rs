//! Entity names, checked while compiling.

use std::fmt;

use thiserror::Error;

/// The longest entity name, in bytes.
pub const MAX_ENTITY_NAME_BYTES: usize = 64;

/// The name that opens each partition key of an entity, as `Tag` in `Tag#{userId}`.
///
/// An ASCII letter, then ASCII letters and digits, 1 to 64 in all. So no name holds a separator, and as the
/// separator follows the name, no entity's keys can be read as those of another, also where one name begins
/// with the other.
///
/// ```
/// use table_keys::EntityName;
///
/// const TAG: EntityName = EntityName::new("Tag");
/// assert_eq!(TAG.as_str(), "Tag");
/// ```
///
/// In a constant a bad name does not compile:
///
/// ```compile_fail,E0080
/// # use table_keys::EntityName;
/// const BAD: EntityName = EntityName::new("Favorite#Data");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityName(&'static str);

/// A text that cannot be an entity name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given:?} is no entity name: use an ASCII letter, then ASCII letters or digits, 1 to 64 in all")]
pub struct EntityNameError {
    given: &'static str,
}

impl EntityName {
    /// The name, for use in constants.
    ///
    /// # Panics
    ///
    /// If the name breaks the rule above. In a constant that is a compile error.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        assert!(
            is_valid(name),
            "an entity name is an ASCII letter, then ASCII letters or digits, 1 to 64 in all"
        );
        Self(name)
    }

    /// The name, or an error where it breaks the rule above.
    pub const fn try_new(name: &'static str) -> Result<Self, EntityNameError> {
        if is_valid(name) { Ok(Self(name)) } else { Err(EntityNameError { given: name }) }
    }

    /// The name as text.
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
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > MAX_ENTITY_NAME_BYTES || !bytes[0].is_ascii_alphabetic() {
        return false;
    }
    let mut at = 1;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphanumeric() {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_letters_and_digits() {
        for name in ["T", "Tag", "FavoriteData", "V2", &"a".repeat(64)] {
            let name: &'static str = name.to_owned().leak();
            assert_eq!(EntityName::try_new(name).map(|name| name.as_str()), Ok(name));
        }
    }

    #[test]
    fn refuses_everything_else() {
        for given in ["", "2Tag", "Tag#", "#", "Ta g", "Tag_2", "Täg", "a-b", &"a".repeat(65)] {
            let given: &'static str = given.to_owned().leak();
            assert_eq!(EntityName::try_new(given), Err(EntityNameError { given }));
        }
    }
}
