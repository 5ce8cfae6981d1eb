//! Actions on favorites that a user has selected.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use single_table::Timestamp;

use crate::model::ids::TagId;
use crate::model::value::{ValueError, named};

/// An action on several favorites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// Adds a tag.
    Tag(TagId),
    /// Removes a tag.
    Untag(TagId),
    /// Makes them expire at this time, or never.
    SetExpiry(Option<Timestamp>),
    /// Moves them to the trash.
    Delete,
    /// Restores them from the trash.
    Restore,
    /// Deletes them from the trash for good.
    Purge,
}

/// The name of an [`Action`], without its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionName {
    /// [`Action::Tag`].
    Tag,
    /// [`Action::Untag`].
    Untag,
    /// [`Action::SetExpiry`].
    SetExpiry,
    /// [`Action::Delete`].
    Delete,
    /// [`Action::Restore`].
    Restore,
    /// [`Action::Purge`].
    Purge,
}

impl Action {
    /// Returns the name of the action.
    #[must_use]
    pub fn name(self) -> ActionName {
        match self {
            Self::Tag(_) => ActionName::Tag,
            Self::Untag(_) => ActionName::Untag,
            Self::SetExpiry(_) => ActionName::SetExpiry,
            Self::Delete => ActionName::Delete,
            Self::Restore => ActionName::Restore,
            Self::Purge => ActionName::Purge,
        }
    }

    /// Returns true if the favorites of the action are in the trash.
    #[must_use]
    pub fn is_on_trash(self) -> bool {
        matches!(self, Self::Restore | Self::Purge)
    }

    /// Returns the action that undoes this one. An expiry is undone by the expiry that the favorite had, which is not known here. Nothing
    /// undoes a purge.
    pub(crate) fn opposite(self) -> Option<Self> {
        match self {
            Self::Tag(tag_id) => Some(Self::Untag(tag_id)),
            Self::Untag(tag_id) => Some(Self::Tag(tag_id)),
            Self::SetExpiry(_) => Some(Self::SetExpiry(None)),
            Self::Delete => Some(Self::Restore),
            Self::Restore => Some(Self::Delete),
            Self::Purge => None,
        }
    }
}

impl ActionName {
    /// All actions.
    pub const ALL: [Self; 6] =
        [Self::Tag, Self::Untag, Self::SetExpiry, Self::Delete, Self::Restore, Self::Purge];

    /// Returns the name in requests.
    ///
    /// ```
    /// use favorites::ActionName;
    ///
    /// assert_eq!(ActionName::SetExpiry.as_str(), "setExpiry");
    /// assert_eq!("purge".parse(), Ok(ActionName::Purge));
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Untag => "untag",
            Self::SetExpiry => "setExpiry",
            Self::Delete => "delete",
            Self::Restore => "restore",
            Self::Purge => "purge",
        }
    }
}

impl FromStr for ActionName {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::ALL, Self::as_str, text)
    }
}
