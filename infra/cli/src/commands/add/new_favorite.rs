//! A favorite to save.

use favorites_api::favorites::{DataType, TagId};
use serde::Serialize;
use serde_json::{Map, Value};

/// The body of `POST /favorites`.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewFavorite {
    pub(super) data_type: DataType,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) content: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) content_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thumbnail_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) creator_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clip_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expire_time: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tag_ids: Vec<TagId>,
}
