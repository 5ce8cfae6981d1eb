//! The JSON Lines of an export: a header, a line for each tag, favorite, and favorite in the trash, and an
//! end.
//!
//! `docs/files.md` describes the format for readers.

use std::collections::BTreeSet;

use serde::Serialize;
use single_table::{EpochSeconds, Timestamp};

use crate::model::content::Content;
use crate::model::details::Details;
use crate::model::favorite::{FavoriteData, TrashedFavorite};
use crate::model::ids::{DataId, TagId};
use crate::model::tag::{Tag, TagName};

/// The version of the format that this release writes. It reads all versions up to it: version 1 has no end.
pub(super) const FORMAT: u64 = 2;

/// The first version whose files have an end.
pub(super) const FORMAT_WITH_END: u64 = 2;

/// The beginning of every file in this format.
pub(super) const BEGINNING: &[u8] = b"{\"favoritesExport\":";

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Line {
    /// The first line, with the version of the format.
    FavoritesExport(u64),
    /// A tag.
    Tag(TagRecord),
    /// A favorite.
    Favorite(Box<FavoriteRecord>),
    /// A favorite in the trash.
    Trashed(Box<TrashedRecord>),
    /// The last line. Without it, the file was cut off.
    End(EndRecord),
}

/// The numbers of the lines before the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EndRecord {
    pub(super) tags: u64,
    pub(super) favorites: u64,
    pub(super) trashed: u64,
}

/// A tag.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TagRecord {
    pub(super) tag_id: TagId,
    pub(super) tag_name: TagName,
    pub(super) create_time: Timestamp,
    pub(super) last_access_time: Timestamp,
    pub(super) version: u64,
}

/// A favorite.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FavoriteRecord {
    pub(super) data_id: DataId,
    #[serde(flatten)]
    details: Details,
    clip_time: Timestamp,
    update_time: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    expire_time: Option<Timestamp>,
    pub(super) tag_ids: BTreeSet<TagId>,
    version: u64,
    #[serde(flatten)]
    content: Content,
}

/// A favorite in the trash.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrashedRecord {
    delete_time: Timestamp,
    purge_time: Timestamp,
    pub(super) favorite: FavoriteRecord,
}

impl From<Tag> for TagRecord {
    fn from(tag: Tag) -> Self {
        let Tag { tag_id, tag_name, create_time, last_access_time, version, .. } = tag;
        Self { tag_id, tag_name, create_time, last_access_time, version }
    }
}

impl From<FavoriteData> for FavoriteRecord {
    fn from(favorite: FavoriteData) -> Self {
        let FavoriteData { data_id, details, clip_time, update_time, tag_ids, version, content, .. } =
            favorite;
        let expire_time = favorite.expire_time.map(EpochSeconds::timestamp);
        Self { data_id, details, clip_time, update_time, expire_time, tag_ids, version, content }
    }
}

impl From<TrashedFavorite> for TrashedRecord {
    fn from(trashed: TrashedFavorite) -> Self {
        let TrashedFavorite { delete_time, purge_time, favorite, .. } = trashed;
        Self { delete_time, purge_time: purge_time.timestamp(), favorite: favorite.into() }
    }
}
