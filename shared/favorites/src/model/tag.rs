//! Tags, their names and their orders.

use std::collections::BTreeSet;
use std::iter;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use single_table::keys::{CaseFolded, EntityName};
use single_table::{Entity, Timestamp};

use crate::limits::{FILE_KEEPS, FORMER_NAMES, TAG_NAME_CHARS, TAG_NAME_FOLDED_BYTES};
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

/// The kind of the records that keep tags' names unique.
pub(crate) const UNIQUE_TAG_NAME: EntityName = EntityName::new("UniqueTagName");

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
    /// The names that it had while an import may have been under way, the newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_names: Vec<FormerName>,
}

/// A name that a tag had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormerName {
    tag_name: TagName,
    /// The time at which the tag got another name.
    until: Timestamp,
}

impl Tag {
    /// Returns the tag with another name from now on. It remembers at most [`FORMER_NAMES`] names, for as
    /// long as a file that is being imported is kept.
    pub(crate) fn renamed(&self, tag_name: &TagName, now: Timestamp) -> Self {
        let needed = now.checked_sub(FILE_KEEPS).unwrap_or(now);
        let mut former_names = vec![FormerName { tag_name: self.tag_name.clone(), until: now }];
        former_names.extend(self.former_names.iter().filter(|former| former.until >= needed).cloned());
        former_names.truncate(FORMER_NAMES);
        Self { tag_name: tag_name.clone(), former_names, ..self.clone() }
    }

    /// Returns the names that it has, or had since then.
    pub(crate) fn names_since(&self, time: Timestamp) -> impl Iterator<Item = &TagName> {
        let former = self.former_names.iter().filter(move |former| former.until >= time);
        iter::once(&self.tag_name).chain(former.map(|former| &former.tag_name))
    }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::model::new_tag::TagDraft;

    #[test]
    fn a_tag_remembers_its_last_four_names_for_a_day() {
        let (user, start) = (UserId::parse("ann").unwrap(), "2026-11-24T20:00:00Z".parse().unwrap());
        let later = |time| Timestamp::checked_add(start, time).unwrap();
        let name = |number: u64| TagName::parse(format!("Name {number}")).unwrap();
        let mut tag = TagDraft::from(name(0)).first_version(&user, start).unwrap();
        for number in 1..=5 {
            tag = tag.renamed(&name(number), later(Duration::from_secs(number)));
        }
        assert!(tag.names_since(start).eq([5, 4, 3, 2, 1].map(name).iter()));
        assert!(tag.names_since(later(Duration::from_secs(4))).eq([5, 4, 3].map(name).iter()));
        assert!(tag.names_since(later(Duration::from_secs(6))).eq([&name(5)]));
        let tag = tag.renamed(&name(6), later(FILE_KEEPS + Duration::from_secs(4)));
        assert!(tag.names_since(start).eq([6, 5, 4, 3].map(name).iter()));
    }
}
