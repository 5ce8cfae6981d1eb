//! The entry of a favorite under one of its tags.
//!
//! # What an edit costs
//!
//! An entry holds the favorite as lists show it, so that the list of a tag is one query. The price is paid by edits: each of them
//! rewrites every entry of the favorite, in the transaction that changes the favorite. An entry is written three times, as an
//! item and in two indexes, and the item costs twice in a transaction. So an entry of up to 1 KB costs 4 write units, and one of
//! up to 2 KB costs 8. Half a kilobyte of it is keys, whose formats are fixed. The rest therefore has each value once: the
//! members of the favorite are attributes of the entry itself, and the ids of its other tags are packed.
//!
//! `docs/operations.md`, "What tags cost", compares this with the alternatives.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Timestamp};

use crate::model::content::Content;
use crate::model::data_type::DataType;
use crate::model::details::Details;
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::life::Life;
use crate::model::tag_times::TagTimes;
use crate::table::{FavoritesTable, GsiOne, GsiTwo};

/// A favorite under one of its tags, as lists show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "FavoriteDataTag", partition(user_id, data_id), sort(tag_id), ttl(expire_time))]
#[index(on = GsiOne, view = FavoritesByTag, partition(user_id, tag_id), sort(clip_time, data_id))]
#[index(
    on = GsiTwo,
    view = FavoritesByTagAndType,
    partition(user_id, tag_id, data_type: DataType = self.content.data_type()),
    sort(clip_time, data_id)
)]
pub(crate) struct FavoriteDataTag {
    pub(crate) user_id: UserId,
    pub(crate) data_id: DataId,
    pub(crate) tag_id: TagId,
    #[serde(flatten)]
    details: Details,
    clip_time: Timestamp,
    update_time: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expire_time: Option<EpochSeconds>,
    /// The favorite's tags without this one.
    #[serde(with = "packed", default, skip_serializing_if = "BTreeSet::is_empty")]
    other_tags: BTreeSet<TagId>,
    version: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(flatten)]
    content: Content,
}

impl FavoriteDataTag {
    /// Returns the entry of a favorite under one of its tags.
    pub(crate) fn of(favorite: &FavoriteData, tag_id: TagId) -> Self {
        let mut favorite = favorite.preview();
        favorite.tag_ids.remove(&tag_id);
        Self {
            user_id: favorite.user_id,
            data_id: favorite.data_id,
            tag_id,
            details: favorite.details,
            clip_time: favorite.clip_time,
            update_time: favorite.update_time,
            expire_time: favorite.expire_time,
            other_tags: favorite.tag_ids,
            version: favorite.version,
            truncated: favorite.truncated,
            content: favorite.content,
        }
    }

    /// Returns the favorite as lists show it, without what they don't show.
    pub(crate) fn into_preview(self) -> FavoriteData {
        let mut tag_ids = self.other_tags;
        tag_ids.insert(self.tag_id);
        FavoriteData {
            user_id: self.user_id,
            data_id: self.data_id,
            details: self.details,
            clip_time: self.clip_time,
            update_time: self.update_time,
            expire_time: self.expire_time,
            restore_time: None,
            tag_ids,
            tag_times: TagTimes::default(),
            version: self.version,
            life: Life::default(),
            truncated: self.truncated,
            content: self.content,
        }
    }
}

/// Ids of tags as one binary attribute, the bytes of each id after those of the one before: 16 bytes for an id, which has 36 as text.
mod packed {
    use std::collections::BTreeSet;

    use serde::de::Error as _;
    use serde::{Deserializer, Serializer};
    use uuid::Uuid;

    use crate::model::ids::TagId;

    pub(super) fn serialize<S: Serializer>(
        tag_ids: &BTreeSet<TagId>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = tag_ids.iter().flat_map(|tag_id| *tag_id.as_uuid().as_bytes()).collect();
        serde_bytes::serialize(&bytes, serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeSet<TagId>, D::Error> {
        let bytes: Vec<u8> = serde_bytes::deserialize(deserializer)?;
        let (ids, rest) = bytes.as_chunks::<16>();
        if !rest.is_empty() {
            let message = format!("ids of tags have 16 bytes each; {} bytes were stored", bytes.len());
            return Err(D::Error::custom(message));
        }
        Ok(ids.iter().map(|id| TagId::from(Uuid::from_bytes(*id))).collect())
    }
}

#[cfg(test)]
#[path = "favorite_data_tag_tests.rs"]
mod tests;
