//! The JSON of the answers.

use std::collections::{BTreeMap, BTreeSet};

use favorites::{
    Content, CountedTag, Counts, DataId, DataType, Details, FavoriteData, MatchCounts, SearchPage, Tag,
    TagId, Timestamp, TrashedFavorite, TypeCounts, UserId,
};
use serde::Serialize;

/// A favorite. `truncated` is there, and true, only where a list cut a long text; reading the favorite gives it whole.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteBody<'a> {
    data_id: DataId,
    user_id: &'a UserId,
    /// Gives `dataType` and `content`.
    #[serde(flatten)]
    content: &'a Content,
    /// Gives `title` and the other members that every type has.
    #[serde(flatten)]
    details: &'a Details,
    clip_time: Timestamp,
    update_time: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    expire_time: Option<Timestamp>,
    tag_ids: &'a BTreeSet<TagId>,
    version: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    already_there: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<&'a [&'static str]>,
}

impl<'a> FavoriteBody<'a> {
    /// The same favorite, saying that it kept this link before, and which members of the request it does not have.
    pub(crate) fn already_there(self, ignored: &'a [&'static str]) -> Self {
        Self { already_there: true, ignored: Some(ignored), ..self }
    }
}

impl<'a> From<&'a FavoriteData> for FavoriteBody<'a> {
    fn from(favorite: &'a FavoriteData) -> Self {
        Self {
            data_id: favorite.data_id,
            user_id: &favorite.user_id,
            content: &favorite.content,
            details: &favorite.details,
            clip_time: favorite.clip_time,
            update_time: favorite.update_time,
            expire_time: favorite.expire_time.map(favorites::EpochSeconds::timestamp),
            tag_ids: &favorite.tag_ids,
            version: favorite.version,
            truncated: favorite.truncated,
            already_there: false,
            ignored: None,
        }
    }
}

/// A favorite in the trash: when it was deleted, and when it is removed for good.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TrashedFavoriteBody<'a> {
    #[serde(flatten)]
    favorite: FavoriteBody<'a>,
    delete_time: Timestamp,
    purge_time: Timestamp,
}

impl<'a> From<&'a TrashedFavorite> for TrashedFavoriteBody<'a> {
    fn from(trashed: &'a TrashedFavorite) -> Self {
        Self {
            favorite: FavoriteBody::from(&trashed.favorite),
            delete_time: trashed.delete_time,
            purge_time: trashed.purge_time.timestamp(),
        }
    }
}

/// A tag. `count` is how many favorites carry it, `countByType` how many of each type, those of which there are none left out;
/// the list of one favorite's tags leaves out both.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TagBody<'a> {
    tag_id: TagId,
    user_id: &'a UserId,
    tag_name: &'a str,
    create_time: Timestamp,
    last_access_time: Timestamp,
    version: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count_by_type: Option<BTreeMap<&'static str, u64>>,
}

impl<'a> From<&'a Tag> for TagBody<'a> {
    fn from(tag: &'a Tag) -> Self {
        Self {
            tag_id: tag.tag_id,
            user_id: &tag.user_id,
            tag_name: tag.tag_name.as_str(),
            create_time: tag.create_time,
            last_access_time: tag.last_access_time,
            version: tag.version,
            count: None,
            count_by_type: None,
        }
    }
}

impl<'a> From<&'a CountedTag> for TagBody<'a> {
    fn from(counted: &'a CountedTag) -> Self {
        Self {
            count: Some(counted.favorites.total()),
            count_by_type: Some(found_types(&counted.favorites)),
            ..Self::from(&counted.tag)
        }
    }
}

/// The numbers of favorites by type. Types without favorites are left out.
fn found_types(counts: &TypeCounts) -> BTreeMap<&'static str, u64> {
    counts.iter().map(|(data_type, count)| (data_type.as_str(), count)).collect()
}

/// A person's counts: all favorites, those of each of the nine types, and what lies in the trash.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CountsBody {
    total: u64,
    by_type: BTreeMap<&'static str, u64>,
    trash: u64,
}

impl From<&Counts> for CountsBody {
    fn from(counts: &Counts) -> Self {
        Self {
            total: counts.total,
            by_type: DataType::ALL.map(|data_type| (data_type.as_str(), counts.by_type(data_type))).into(),
            trash: counts.trash,
        }
    }
}

/// A page of a list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemsBody<B> {
    pub(crate) items: Vec<B>,
    pub(crate) next_cursor: Option<String>,
}

/// A page of a search's results. Only the first page has `counts`, and only one that ended before it was full has `searchedTo`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchBody<'a> {
    #[serde(flatten)]
    page: ItemsBody<FavoriteBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    searched_to: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<MatchCountsBody<'a>>,
}

impl<'a> SearchBody<'a> {
    pub(crate) fn new(page: &'a SearchPage, next_cursor: Option<String>) -> Self {
        let items = page.items.iter().map(FavoriteBody::from).collect();
        Self {
            page: ItemsBody { items, next_cursor },
            searched_to: page.searched_to,
            counts: page.counts.as_ref().map(MatchCountsBody::from),
        }
    }
}

/// The numbers of matching favorites on all pages together, by type and by tag. Types and tags without matches are left out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MatchCountsBody<'a> {
    total: u64,
    by_type: BTreeMap<&'static str, u64>,
    by_tag: &'a BTreeMap<TagId, u64>,
    complete: bool,
}

impl<'a> From<&'a MatchCounts> for MatchCountsBody<'a> {
    fn from(counts: &'a MatchCounts) -> Self {
        Self {
            total: counts.by_type.total(),
            by_type: found_types(&counts.by_type),
            by_tag: &counts.by_tag,
            complete: counts.complete,
        }
    }
}
