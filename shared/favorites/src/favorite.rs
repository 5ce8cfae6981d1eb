//! Favorites: as they are kept, asked for and changed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use single_table::{Entity, EpochSeconds, Timestamp};

use crate::content::Content;
use crate::data_type::DataType;
use crate::ids::{DataId, TagId, UserId};
use crate::table::{FavoritesTable, GsiOne, GsiTwo};
use crate::value::{CreatorId, Title, WebUrl};

/// A favorite to keep.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NewFavorite {
    /// What it is called.
    pub title: Title,
    /// A small picture of it.
    pub thumbnail_url: Option<WebUrl>,
    /// Where it lies; required for the types that [need it](DataType::needs_content_url).
    pub content_url: Option<WebUrl>,
    /// Who made it.
    pub creator_id: Option<CreatorId>,
    /// When it was kept, for imported history; now when not given. From 1970 to
    /// [`CLIP_TIME_AHEAD`](crate::limits::CLIP_TIME_AHEAD) from now.
    pub clip_time: Option<Timestamp>,
    /// From when on it is gone.
    pub expire_time: Option<Timestamp>,
    /// Tags to put on it: they exist, and are at most [`TAGS_PER_FAVORITE`](crate::limits::TAGS_PER_FAVORITE).
    pub tag_ids: BTreeSet<TagId>,
    /// Its type and the content of that type.
    pub content: Content,
}

/// Changes to a favorite. `None` leaves a member as it is, `Some(None)` removes it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FavoritePatch {
    /// What it is called.
    pub title: Option<Title>,
    /// A small picture of it.
    pub thumbnail_url: Option<Option<WebUrl>>,
    /// Where it lies.
    pub content_url: Option<Option<WebUrl>>,
    /// The whole content, of the favorite's own type.
    pub content: Option<Content>,
    /// From when on it is gone.
    pub expire_time: Option<Option<Timestamp>>,
}

/// A favorite. Listed by time by the table itself, since the order of ids is that of `clip_time`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = FavoritesTable,
    name = "FavoriteData",
    partition(user_id),
    sort(data_id),
    ttl(expire_time),
    version(version)
)]
#[index(
    on = GsiOne,
    view = FavoritesByType,
    partition(user_id, data_type: DataType = self.content.data_type()),
    sort(clip_time, data_id)
)]
#[unique(
    record = UniqueLink,
    partition(user_id),
    sort(link?: Option<String> = link_digest(&self.content, self.content_url.as_ref()))
)]
pub struct FavoriteData {
    /// Whose it is.
    pub user_id: UserId,
    /// Which one.
    pub data_id: DataId,
    /// What it is called.
    pub title: Title,
    /// A small picture of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumbnail_url: Option<WebUrl>,
    /// Where it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_url: Option<WebUrl>,
    /// Who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creator_id: Option<CreatorId>,
    /// When it was kept.
    pub clip_time: Timestamp,
    /// When it last changed.
    pub update_time: Timestamp,
    /// From which second on it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expire_time: Option<EpochSeconds>,
    /// Its tags.
    #[serde(default)]
    pub tag_ids: BTreeSet<TagId>,
    /// How often it changed, and one. Every change is conditioned on it.
    pub version: u64,
    /// Whether long texts of the content are cut, as lists show it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Its type and the content of that type.
    #[serde(flatten)]
    pub content: Content,
}

impl FavoriteData {
    /// Its type.
    #[must_use]
    pub fn data_type(&self) -> DataType {
        self.content.data_type()
    }

    /// As a list shows it: long texts are cut, and `truncated` says so.
    #[must_use]
    pub fn preview(&self) -> Self {
        let (content, cut) = self.content.preview();
        Self { content, truncated: self.truncated || cut, ..self.clone() }
    }
}

/// By what a link is its person's alone: SHA-256 of the normalized URL in hexadecimal digits, because a URL may be longer than
/// a key. None where it is no link.
fn link_digest(content: &Content, url: Option<&WebUrl>) -> Option<String> {
    let url = url.filter(|_| content.data_type() == DataType::Link)?;
    Some(hex::encode(Sha256::digest(url.normalized())))
}

/// A favorite under one of its tags. It holds the favorite as lists show it, so that a tag's list is one query; every
/// change of the favorite rewrites it in the same transaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "FavoriteDataTag", partition(user_id, data_id), sort(tag_id), ttl(expire_time))]
#[index(on = GsiOne, view = FavoritesByTag, partition(user_id, tag_id), sort(clip_time, data_id))]
#[index(on = GsiTwo, view = FavoritesByTagAndType, partition(user_id, tag_id, data_type), sort(clip_time, data_id))]
pub(crate) struct FavoriteDataTag {
    pub(crate) user_id: UserId,
    pub(crate) data_id: DataId,
    pub(crate) tag_id: TagId,
    pub(crate) data_type: DataType,
    pub(crate) clip_time: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expire_time: Option<EpochSeconds>,
    pub(crate) favorite: FavoriteData,
}

impl FavoriteDataTag {
    pub(crate) fn of(favorite: &FavoriteData, tag_id: TagId) -> Self {
        Self {
            user_id: favorite.user_id.clone(),
            data_id: favorite.data_id,
            tag_id,
            data_type: favorite.data_type(),
            clip_time: favorite.clip_time,
            expire_time: favorite.expire_time,
            favorite: favorite.preview(),
        }
    }
}

/// A favorite in the trash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Trash", partition(user_id), sort(data_id), ttl(purge_time))]
pub struct TrashedFavorite {
    /// Whose it is.
    pub user_id: UserId,
    /// Which one.
    pub data_id: DataId,
    /// When it was thrown away.
    pub delete_time: Timestamp,
    /// From which second on it is gone: [`TRASH_KEEPS`](crate::limits::TRASH_KEEPS) later, or when it would have expired.
    pub purge_time: EpochSeconds,
    /// The favorite as it was.
    pub favorite: FavoriteData,
}
