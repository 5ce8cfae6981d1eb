//! The conditions of a query.

use super::site::Site;
use super::tag_name::TagNamed;
use crate::model::data_type::DataType;
use crate::model::ids::DataId;
use crate::search_text::Words;

/// A condition that a favorite meets or not.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    /// True if the favorite must not have what is wanted.
    pub(crate) is_excluded: bool,
    pub(crate) wanted: Wanted,
}

/// The alternatives of a query of which a favorite must meet one.
pub(crate) type Clause = Vec<Condition>;

#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    /// Words in any text, or in the name of a tag.
    Words(Words),
    /// Words in the title.
    Title(Words),
    Site(Site),
    Tag(TagNamed),
    /// No tag.
    Untagged,
    Type(DataType),
    /// An id below this one.
    Before(DataId),
    /// This id or one above.
    After(DataId),
}

impl Wanted {
    pub(super) fn required(self) -> Condition {
        Condition { is_excluded: false, wanted: self }
    }
}
