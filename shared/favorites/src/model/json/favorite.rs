//! Reads a new favorite from JSON.

use std::collections::BTreeSet;

use serde_json::json;

use super::content::content;
use super::fields::Fields;
use crate::model::content::Content;
use crate::model::data_type::DataType;
use crate::model::details::DetailsDraft;
use crate::model::ids::TagId;
use crate::model::new_favorite::FavoriteDraft;
use crate::model::tag::TagName;

/// Reads the members that every new favorite has.
pub fn read_members(fields: &mut Fields<'_>) -> FavoriteDraft {
    let data_type = fields.required("dataType");
    FavoriteDraft {
        details: DetailsDraft::read(fields),
        clip_time: fields.optional("clipTime"),
        expire_time: fields.optional("expireTime"),
        tag_ids: if fields.has("tagIds") { tag_set(fields).unwrap_or_default() } else { BTreeSet::new() },
        data_type,
        content: typed_content(fields, data_type),
        ..FavoriteDraft::default()
    }
}

/// Reads the members of a favorite that may have an id of its own and name its tags.
pub fn read_item(fields: &mut Fields<'_>) -> (FavoriteDraft, Vec<TagName>) {
    let data_id = fields.optional("dataId");
    let tag_names = if fields.has("tagNames") { fields.elements("tagNames", (0, usize::MAX)) } else { None };
    (FavoriteDraft { data_id, ..read_members(fields) }, tag_names.unwrap_or_default())
}

/// Reads the ids of the tags of one favorite. One that is given twice counts once, so the use case counts
/// them.
pub fn tag_set(fields: &mut Fields<'_>) -> Option<BTreeSet<TagId>> {
    fields.elements("tagIds", (0, usize::MAX)).map(BTreeSet::from_iter)
}

/// Returns the content, once the type is known. Without a type it is only taken: nothing can be said of it. A
/// type whose content may be empty needs none.
fn typed_content(fields: &mut Fields<'_>, data_type: Option<DataType>) -> Option<Content> {
    let value = fields.take("content").filter(|value| !value.is_null());
    let data_type = data_type?;
    if let Some(value) = value {
        return content(data_type, value, "/content", fields.faults());
    }
    let empty = content(data_type, &json!({}), "/content", &mut Vec::new());
    if empty.is_none() {
        fields.fault("content", "is required");
    }
    empty
}
