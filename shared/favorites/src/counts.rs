//! Counts, which the stream's consumer keeps.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Field};

use crate::data_type::DataType;
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{TagId, UserId};
use crate::table::FavoritesTable;

/// How many favorites a person has. A favorite that has expired counts until DynamoDB removes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Outside the trash.
    pub total: u64,
    /// In the trash.
    pub trash: u64,
    by_type: BTreeMap<DataType, u64>,
}

impl Counts {
    /// Those of a type, outside the trash.
    #[must_use]
    pub fn by_type(&self, data_type: DataType) -> u64 {
        self.by_type.get(&data_type).copied().unwrap_or(0)
    }
}

/// The counters of a person, in one item: one read, and one write for many changes. They are signed, because records
/// that were parked and redriven come late: a removal may then count before its creation does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Counts", partition(user_id), sort())]
pub(crate) struct PersonCounts {
    pub(crate) user_id: UserId,
    #[serde(default)]
    pub(crate) total: i64,
    #[serde(default)]
    pub(crate) trash: i64,
    #[serde(default)]
    image: i64,
    #[serde(default)]
    video: i64,
    #[serde(default)]
    link: i64,
    #[serde(default)]
    file: i64,
    #[serde(default)]
    music: i64,
    #[serde(default)]
    chat_record: i64,
    #[serde(default)]
    voice: i64,
    #[serde(default)]
    note: i64,
    #[serde(default)]
    location: i64,
}

impl PersonCounts {
    /// The counter of a type.
    pub(crate) fn field(data_type: DataType) -> Field<Self, i64> {
        match data_type {
            DataType::Image => Self::IMAGE,
            DataType::Video => Self::VIDEO,
            DataType::Link => Self::LINK,
            DataType::File => Self::FILE,
            DataType::Music => Self::MUSIC,
            DataType::ChatRecord => Self::CHAT_RECORD,
            DataType::Voice => Self::VOICE,
            DataType::Note => Self::NOTE,
            DataType::Location => Self::LOCATION,
        }
    }

    fn of_type(&self, data_type: DataType) -> i64 {
        match data_type {
            DataType::Image => self.image,
            DataType::Video => self.video,
            DataType::Link => self.link,
            DataType::File => self.file,
            DataType::Music => self.music,
            DataType::ChatRecord => self.chat_record,
            DataType::Voice => self.voice,
            DataType::Note => self.note,
            DataType::Location => self.location,
        }
    }
}

/// How many favorites have a tag. Beside the tag and not in it, because the stream's consumer writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "TagCounts", partition(user_id), sort(tag_id), ttl(expire_time))]
pub(crate) struct TagCounts {
    pub(crate) user_id: UserId,
    pub(crate) tag_id: TagId,
    #[serde(default)]
    pub(crate) favorites: i64,
    /// Set once the tag is gone: the counter follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expire_time: Option<EpochSeconds>,
}

impl Favorites {
    /// How many favorites a person has: in all, of each type, and in the trash. One read of one item; it follows the last
    /// write within a moment.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn counts(&self, user: &UserId) -> Result<Counts, Error> {
        let key = PersonCountsKey { user_id: user.clone() };
        let found = self.store.get::<PersonCounts>(&key).await?;
        let shown = |counter: i64| u64::try_from(counter).unwrap_or(0);
        Ok(Counts {
            total: found.as_ref().map_or(0, |counts| shown(counts.total)),
            trash: found.as_ref().map_or(0, |counts| shown(counts.trash)),
            by_type: DataType::ALL
                .into_iter()
                .map(|data_type| {
                    (data_type, found.as_ref().map_or(0, |counts| shown(counts.of_type(data_type))))
                })
                .collect(),
        })
    }

    /// How many favorites have each of these tags, in their order: one batch read.
    pub(crate) async fn tag_counts(&self, user: &UserId, tags: &[TagId]) -> Result<Vec<u64>, Error> {
        if tags.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<_> =
            tags.iter().map(|tag_id| TagCountsKey { user_id: user.clone(), tag_id: *tag_id }).collect();
        let loaded = self.store.get_many::<TagCounts>(&keys).await?;
        let found = loaded.complete().map_err(single_table::Error::from)?;
        let count =
            |counts: Option<TagCounts>| counts.and_then(|counts| u64::try_from(counts.favorites).ok());
        Ok(found.into_iter().map(|counts| count(counts).unwrap_or(0)).collect())
    }
}
