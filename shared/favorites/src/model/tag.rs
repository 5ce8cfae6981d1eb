//! Tags, their names and their orders.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use single_table::keys::CaseFolded;
use single_table::{Entity, Timestamp};

use crate::limits::{TAG_NAME_CHARS, TAG_NAME_FOLDED_BYTES};
use crate::model::counts::TypeCounts;
use crate::model::epoch::Epoch;
use crate::model::ids::{TagId, UserId};
use crate::model::value::{Text, ValueError, named};
use crate::table::{FavoritesTable, LsiOne, LsiThree, LsiTwo};

/// The characters that break a line and that text may otherwise have (Unicode Standard Annex #14, classes LF, CR and BK). The
/// others are control characters, which no text has.
const LINE_BREAKS: [char; 4] = ['\n', '\r', '\u{2028}', '\u{2029}'];

/// A tag's name, as its person wrote it. Names that differ only in case or width are one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TagName(Text<TAG_NAME_CHARS>);

impl TagName {
    /// Checks the name. White space around it is dropped.
    ///
    /// # Errors
    /// [`ValueError::Empty`], [`ValueError::TooLong`], [`ValueError::Control`], [`ValueError::Invisible`],
    /// [`ValueError::LineBreak`], or [`ValueError::TooManyBytes`] where the folded form would not fit a sort key.
    pub fn parse(text: impl AsRef<str>) -> Result<Self, ValueError> {
        let name = Text::parse(text.as_ref().trim())?;
        if let Some(line_break) = name.as_str().chars().find(|c| LINE_BREAKS.contains(c)) {
            return Err(ValueError::LineBreak { code: u32::from(line_break) });
        }
        let given = CaseFolded::new(name.as_str()).as_str().len();
        if given > TAG_NAME_FOLDED_BYTES {
            return Err(ValueError::TooManyBytes {
                form: "case-folded",
                limit: TAG_NAME_FOLDED_BYTES,
                given,
            });
        }
        Ok(Self(name))
    }

    /// The name as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The form by which names are sorted and compared.
    #[must_use]
    pub fn folded(&self) -> CaseFolded {
        CaseFolded::new(self.as_str())
    }
}

/// Reads a name that is stored. Some were stored before names had to be visible and on one line, so this does not ask for that.
impl TryFrom<String> for TagName {
    type Error = ValueError;

    fn try_from(stored: String) -> Result<Self, ValueError> {
        Text::try_from(stored).map(Self)
    }
}

impl From<TagName> for String {
    fn from(name: TagName) -> Self {
        name.0.into()
    }
}

/// A label that a person puts on favorites.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Tag", partition(user_id), sort(tag_id), version(version))]
#[index(on = LsiOne, view = TagsByName, sort(folded_name: CaseFolded = self.tag_name.folded()))]
#[index(on = LsiTwo, view = TagsByCreateTime, sort(create_time))]
#[index(on = LsiThree, view = TagsByLastAccessTime, sort(last_access_time))]
#[unique(record = UniqueTagName, partition(user_id), sort(folded_name: CaseFolded = self.tag_name.folded()))]
pub struct Tag {
    /// The user who owns the tag.
    pub user_id: UserId,
    /// The id of the tag.
    pub tag_id: TagId,
    /// The name.
    pub tag_name: TagName,
    /// The time of its creation.
    pub create_time: Timestamp,
    /// The last time at which its favorites were listed, to the minute.
    pub last_access_time: Timestamp,
    /// The number of renames, plus one.
    pub version: u64,
}

/// The number of a user's tags, for the limit, and the number of their changes, for the change feed.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "TagQuota", partition(user_id), sort())]
pub(crate) struct TagQuota {
    pub(crate) user_id: UserId,
    #[serde(default)]
    pub(crate) tags: u64,
    /// The number of transactions that created, renamed or removed tags.
    #[serde(default)]
    pub(crate) revision: u64,
    /// The life of the item. A restore removes it, so that all clients begin again.
    #[serde(default)]
    pub(crate) epoch: Option<Epoch>,
}

/// A tag, and how many favorites have it.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedTag {
    /// The tag.
    pub tag: Tag,
    /// The number of favorites with the tag, by type.
    pub favorites: TypeCounts,
}

/// The property that tags are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TagSort {
    /// By name, in upper or lower case.
    TagName,
    /// By the time they were made.
    CreateTime,
    /// By the time their favorites were last listed.
    LastAccessTime,
}

impl TagSort {
    /// All three.
    pub const ALL: [Self; 3] = [Self::TagName, Self::CreateTime, Self::LastAccessTime];

    /// Its name in requests: the attribute sorted by.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TagName => "tagName",
            Self::CreateTime => "createTime",
            Self::LastAccessTime => "lastAccessTime",
        }
    }
}

impl FromStr for TagSort {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::ALL, Self::as_str, text)
    }
}

/// Keys of the tags of one person.
pub(crate) fn tag_keys(user: &UserId, tags: &BTreeSet<TagId>) -> Vec<TagKey> {
    tags.iter().map(|tag_id| TagKey { user_id: user.clone(), tag_id: *tag_id }).collect()
}
