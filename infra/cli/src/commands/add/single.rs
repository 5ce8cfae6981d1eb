//! Saves one favorite.

use favorites_api::favorites::{DataType, TagId};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::client::{Client, Document, Favorite, Request};
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

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

/// Saves a favorite and writes the saved one.
pub(super) async fn save(client: &Client, output: &mut Output, request: Request) -> Result<(), Reason> {
    let favorite: Document<Favorite> = client.fetch(request).await?;
    output.document(&favorite, favorite_line)?;
    if favorite.value.already_there {
        output.message(&already_there(&favorite.value.ignored));
    }
    Ok(())
}

fn already_there(ignored: &[String]) -> String {
    let names = if ignored.is_empty() { String::new() } else { format!(" Ignored: {}.", ignored.join(", ")) };
    let hint = if ignored.iter().any(|name| name == "tagIds") {
        " Use --on-existing merge to add the tags."
    } else {
        ""
    };
    format!("This link was saved before.{names}{hint}")
}
