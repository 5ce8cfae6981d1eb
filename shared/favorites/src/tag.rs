//! Tags, their names and their orders.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use single_table::keys::CaseFolded;
use single_table::{Entity, Timestamp};

use crate::counts::TypeCounts;
use crate::ids::{TagId, UserId};
use crate::limits::{TAG_NAME_CHARS, TAG_NAME_FOLDED_BYTES};
use crate::table::{FavoritesTable, LsiOne, LsiThree, LsiTwo};
use crate::value::{Text, ValueError, serde_as_text};

/// A tag's name, as its person wrote it. Names that differ only in case or width are one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TagName(Text<TAG_NAME_CHARS>);

impl TagName {
    /// Checks the name; white space around it is dropped.
    ///
    /// # Errors
    /// [`ValueError::Empty`], [`ValueError::TooLong`], [`ValueError::Control`], or [`ValueError::TooManyBytes`] where the
    /// folded form would not fit a sort key.
    pub fn parse(text: impl AsRef<str>) -> Result<Self, ValueError> {
        let name = Text::parse(text.as_ref().trim())?;
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

serde_as_text!(TagName);

/// A label that a person puts on favorites.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Tag", partition(user_id), sort(tag_id), version(version))]
#[index(on = LsiOne, view = TagsByName, sort(folded_name: CaseFolded = self.tag_name.folded()))]
#[index(on = LsiTwo, view = TagsByCreateTime, sort(create_time))]
#[index(on = LsiThree, view = TagsByLastAccessTime, sort(last_access_time))]
#[unique(record = UniqueTagName, partition(user_id), sort(folded_name: CaseFolded = self.tag_name.folded()))]
pub struct Tag {
    /// Whose it is.
    pub user_id: UserId,
    /// Which one.
    pub tag_id: TagId,
    /// What it is called.
    pub tag_name: TagName,
    /// When it was made.
    pub create_time: Timestamp,
    /// When its favorites were last listed, to the minute.
    pub last_access_time: Timestamp,
    /// How often it was renamed, and one.
    pub version: u64,
}

/// How many tags a person has, to hold them to the limit.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "TagQuota", partition(user_id), sort())]
pub(crate) struct TagQuota {
    pub(crate) user_id: UserId,
    #[serde(default)]
    pub(crate) tags: u64,
}

/// A tag, and how many favorites have it.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedTag {
    /// The tag.
    pub tag: Tag,
    /// How many favorites of each type have it.
    pub favorites: TypeCounts,
}

/// By what tags are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TagSort {
    /// By name, whatever its case.
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
        Self::ALL.into_iter().find(|sort| sort.as_str() == text).ok_or_else(|| ValueError::Unknown {
            allowed: Self::ALL.map(Self::as_str).join(", "),
            given: text.chars().take(100).collect(),
        })
    }
}

/// Keys of the tags of one person.
pub(crate) fn tag_keys(user: &UserId, tags: &BTreeSet<TagId>) -> Vec<TagKey> {
    tags.iter().map(|tag_id| TagKey { user_id: user.clone(), tag_id: *tag_id }).collect()
}
