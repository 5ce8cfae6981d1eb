//! Favorites as they are stored: by themselves, under their tags, and in the trash.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use single_table::{Entity, EpochSeconds, Timestamp};

use crate::model::content::Content;
use crate::model::data_type::DataType;
use crate::model::details::Details;
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::life::Life;
use crate::model::tag_times::TagTimes;
use crate::model::value::{ValueError, WebUrl};
use crate::table::{FavoritesTable, GsiOne, LsiOne};

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
#[index(on = LsiOne, view = FavoritesByUpdateTime, sort(update_time))]
#[unique(
    record = UniqueLink,
    partition(user_id),
    sort(link?: Option<String> = link_digest(&self.content, self.details.content_url.as_ref()))
)]
pub struct FavoriteData {
    /// The user who owns the favorite.
    pub user_id: UserId,
    /// The id of the favorite.
    pub data_id: DataId,
    /// The title and the other members that its user writes. Each is an attribute of the item.
    #[serde(flatten)]
    pub details: Details,
    /// The time at which the user saved it.
    pub clip_time: Timestamp,
    /// The time of the last change.
    pub update_time: Timestamp,
    /// The second of expiry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expire_time: Option<EpochSeconds>,
    /// The last time at which it was restored from the trash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restore_time: Option<Timestamp>,
    /// Its tags.
    #[serde(default)]
    pub tag_ids: BTreeSet<TagId>,
    /// The times at which tags were put on it or taken off.
    #[serde(default, skip_serializing_if = "TagTimes::is_empty")]
    pub tag_times: TagTimes,
    /// The number of changes, plus one. Every change is conditional on it.
    pub version: u64,
    /// The life under its id.
    #[serde(default, skip_serializing_if = "Life::is_only")]
    pub life: Life,
    /// True if long texts of the content are cut, as lists show them.
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

    /// Returns the place of this state among those of all favorites that had the id.
    pub(crate) fn place(&self) -> u64 {
        self.life.place(self.version)
    }

    /// Returns the value by which the user keeps a link once, if the favorite is a link.
    pub(crate) fn unique_link(&self) -> Option<String> {
        link_digest(&self.content, self.details.content_url.as_ref())
    }

    /// As a list shows it: long texts are cut, and `truncated` says so.
    #[must_use]
    pub fn preview(&self) -> Self {
        let (content, cut) = self.content.preview();
        Self { content, truncated: self.truncated || cut, ..self.clone() }
    }
}

impl UniqueLink {
    /// The record of the favorite with this link.
    pub(crate) fn of(user_id: &UserId, url: &WebUrl) -> Self {
        Self { user_id: user_id.clone(), link: digest(url) }
    }

    /// Returns the beginning of the sort keys of all records by the present rule.
    pub(crate) fn prefix() -> String {
        format!("{LINK_RULE}-")
    }
}

/// The number of the rule by which two URLs are the same link ([`WebUrl::link`]). It is in the key of each
/// record, so a record by an earlier rule is never taken for one by this rule. Another rule needs another
/// number, and `cargo run -- claim-links` after its deployment.
const LINK_RULE: u32 = 2;

/// The length of a link's digest, in bytes. Nobody can find two links with the same 160 bits.
const LINK_DIGEST_BYTES: usize = 20;

/// Returns the value by which a user keeps a link once. `None` if the favorite is not a link.
fn link_digest(content: &Content, url: Option<&WebUrl>) -> Option<String> {
    url.filter(|_| content.data_type() == DataType::Link).map(digest)
}

/// Returns the number of the rule and the start of the SHA-256 of the URL's [form as a link](WebUrl::link) in
/// hexadecimal digits, because a URL may be longer than a key.
fn digest(url: &WebUrl) -> String {
    UniqueLink::prefix() + &hex::encode(&Sha256::digest(url.link())[..LINK_DIGEST_BYTES])
}

/// A favorite in the trash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Trash", partition(user_id), sort(data_id), ttl(purge_time))]
pub struct TrashedFavorite {
    /// The user who owns the favorite.
    pub user_id: UserId,
    /// The id of the favorite.
    pub data_id: DataId,
    /// The time at which the user deleted it.
    pub delete_time: Timestamp,
    /// The second of expiry: [`TRASH_KEEPS`](crate::limits::TRASH_KEEPS) after the deletion, or earlier if the favorite had an
    /// earlier expiry.
    pub purge_time: EpochSeconds,
    /// The favorite as it was.
    pub favorite: FavoriteData,
}

/// The property that favorites are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FavoriteSort {
    /// By the time at which their user saved them.
    #[default]
    ClipTime,
    /// By the time of their last change.
    UpdateTime,
}

impl FavoriteSort {
    /// Both.
    pub const ALL: [Self; 2] = [Self::ClipTime, Self::UpdateTime];

    /// Its name in requests: the attribute sorted by.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClipTime => "clipTime",
            Self::UpdateTime => "updateTime",
        }
    }
}

impl FromStr for FavoriteSort {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        Self::ALL.into_iter().find(|sort| sort.as_str() == text).ok_or_else(|| ValueError::Unknown {
            allowed: Self::ALL.map(Self::as_str).join(", "),
            given: text.chars().take(100).collect(),
        })
    }
}
