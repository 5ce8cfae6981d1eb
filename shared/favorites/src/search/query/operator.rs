//! The operators of a query, which are followed by a colon and a value.

use std::fmt;

use super::condition::Wanted;
use super::moment::beginning_of;
use super::site::Site;
use super::tag_name::TagNamed;
use super::value_fault::ValueFault;
use crate::model::data_type::DataType;
use crate::model::ids::DataId;
use crate::search_text::{End, Words};

/// An operator of a query: `title:`, `site:`, `tag:`, `type:`, `before:` or `after:`.
///
/// ```
/// use favorites::{SearchOperator, SearchQuery};
///
/// let mut query = SearchQuery::parse("rust")?;
/// query.require(SearchOperator::Site, "example.com")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// Finds words in the title.
    Title,
    /// Finds links to a host and to the hosts below it.
    Site,
    /// Finds favorites with a tag, by its name.
    Tag,
    /// Finds favorites of a type.
    Type,
    /// Finds favorites from before a time: their `clipTime` is earlier than its beginning.
    Before,
    /// Finds favorites from a time on: their `clipTime` is not earlier than its beginning.
    After,
}

impl Operator {
    /// All operators.
    pub const ALL: [Self; 6] = [Self::Title, Self::Site, Self::Tag, Self::Type, Self::Before, Self::After];

    /// Returns the name, which is followed by a colon in a query.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Site => "site",
            Self::Tag => "tag",
            Self::Type => "type",
            Self::Before => "before",
            Self::After => "after",
        }
    }

    /// Returns the operator with this name, in upper or lower case.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operator| operator.name().eq_ignore_ascii_case(name))
    }

    /// Reads a value. `end` is for the words of a title.
    pub(super) fn wanted(self, value: &str, end: End) -> Result<Wanted, ValueFault> {
        let given = || value.to_owned();
        let something = |wanted: Option<Wanted>| wanted.ok_or_else(|| ValueFault::Nothing { given: given() });
        match self {
            Self::Title => something(Words::new(value, end).map(Wanted::Title)),
            Self::Site => something(Site::of(value).map(Wanted::Site)),
            Self::Tag => something(TagNamed::of(value).map(Wanted::Tag)),
            Self::Type => {
                let is_named = |data_type: &DataType| data_type.as_str().eq_ignore_ascii_case(value);
                let data_type = DataType::ALL.into_iter().find(is_named);
                data_type.map(Wanted::Type).ok_or_else(|| ValueFault::Type { given: given() })
            }
            Self::Before | Self::After => {
                let time = beginning_of(value).ok_or_else(|| ValueFault::Time { given: given() })?;
                let id = DataId::lowest_at(time);
                Ok(if self == Self::Before { Wanted::Before(id) } else { Wanted::After(id) })
            }
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name())
    }
}
