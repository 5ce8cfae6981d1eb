//! The schema versions of an entity's items.

/// The schema versions in which a program can read the items of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaVersions {
    /// The attribute that holds the number of an item's version. An item without the attribute has version 1.
    pub attribute: &'static str,
    /// The version of items that the program writes.
    pub current: u32,
    /// The attributes of the past versions, oldest first. The last one precedes the current version.
    pub past: &'static [PastAttributes],
}

/// The attributes of an item in a past schema version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastAttributes {
    /// The names under which serde reads the fields.
    pub names: &'static [&'static str],
    /// True if a field is flattened. That field reads every other attribute.
    pub is_open: bool,
}

impl SchemaVersions {
    /// Returns the oldest version that the program can read.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer past versions than `current`, a u32"
    )]
    pub const fn oldest(&self) -> u32 {
        self.current - self.past.len() as u32
    }

    /// Returns the attributes of a past version, or `None` if the version is unknown or current.
    pub(crate) fn past(&self, version: u32) -> Option<&'static PastAttributes> {
        let at = version.checked_sub(self.oldest())?;
        self.past.get(usize::try_from(at).ok()?)
    }
}
