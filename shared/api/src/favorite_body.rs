//! Reads what a caller sends of a favorite.

use std::collections::BTreeSet;

use favorites::limits::TAGS_PER_FAVORITE;
use favorites::{
    Content, DataType, Fault, FavoritePatch, NewFavorite, TagId, Timestamp, check_clip_time,
    check_expire_time,
};
use serde_json::Value;

use crate::content_body::content;
use crate::fields::{Fields, FromJson};

/// What a patch may not change, and why.
const FIXED: [(&str, &str); 8] = [
    ("dataId", "cannot be changed"),
    ("userId", "cannot be changed"),
    ("dataType", "cannot be changed"),
    ("creatorId", "cannot be changed"),
    ("clipTime", "cannot be changed"),
    ("updateTime", "is set by the service"),
    ("version", "is set by the service; send it as If-Match"),
    ("tagIds", "is changed at /favorites/{dataId}/tags"),
];

/// Reads the body of `POST /favorites`. Its times are checked against `now`.
///
/// # Errors
/// Every fault, each with its pointer.
pub(crate) fn new_favorite(body: &Value, now: Timestamp) -> Result<NewFavorite, Vec<Fault>> {
    let mut faults = Vec::new();
    sound(read_new(body, now, &mut faults), faults)
}

fn read_new(body: &Value, now: Timestamp, faults: &mut Vec<Fault>) -> Option<NewFavorite> {
    let mut fields = Fields::of(body, "", faults)?;
    let data_type = fields.required("dataType");
    let title = fields.required("title");
    let thumbnail_url = fields.optional("thumbnailUrl");
    let content_url = match data_type {
        Some(data_type) if DataType::needs_content_url(data_type) => fields.required("contentUrl").map(Some),
        _ => Some(fields.optional("contentUrl")),
    };
    let creator_id = fields.optional("creatorId");
    let clip_time = fields.optional("clipTime");
    fields.check("clipTime", clip_time, |time| check_clip_time(time, now));
    let expire_time = fields.optional("expireTime");
    fields.check("expireTime", expire_time, |time| check_expire_time(time, now));
    let tag_ids = if fields.has("tagIds") { tag_set(&mut fields) } else { Some(BTreeSet::new()) };
    let content = typed_content(&mut fields, data_type);
    fields.finish();
    Some(NewFavorite {
        title: title?,
        thumbnail_url,
        content_url: content_url?,
        creator_id,
        clip_time,
        expire_time,
        tag_ids: tag_ids?,
        content: content?,
    })
}

/// What was read, where it has no fault.
fn sound<T>(read: Option<T>, faults: Vec<Fault>) -> Result<T, Vec<Fault>> {
    read.filter(|_| faults.is_empty()).ok_or(faults)
}

/// The ids of the tags of one favorite. One that is given twice counts once.
fn tag_set(fields: &mut Fields<'_>) -> Option<BTreeSet<TagId>> {
    fields.elements("tagIds", (0, TAGS_PER_FAVORITE)).map(BTreeSet::from_iter)
}

/// The content, once the type is known. Without a type it is only taken: nothing can be said of it.
fn typed_content(fields: &mut Fields<'_>, data_type: Option<DataType>) -> Option<Content> {
    let value = fields.take("content");
    let (value, data_type) = match (value, data_type) {
        (Some(value), Some(data_type)) => (value, data_type),
        (None, _) => {
            fields.fault("content", "is required");
            return None;
        }
        (Some(_), None) => return None,
    };
    content(data_type, value, "/content", fields.faults())
}

/// The body of `PUT /favorites/{dataId}/tags`: all the tags that the favorite is to have.
#[derive(Debug)]
pub(crate) struct TagSetBody(pub(crate) BTreeSet<TagId>);

impl FromJson for TagSetBody {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let tag_ids = tag_set(&mut fields);
        fields.finish();
        tag_ids.map(Self)
    }
}

/// The body of `PATCH /favorites/{dataId}`: a merge patch (RFC 7396) of `title`, `thumbnailUrl`, `contentUrl`, `content` and
/// `expireTime`. `null` removes what may be missing. `content` replaces the whole content: half of a chat record has no
/// meaning of its own.
///
/// How the content is read depends on the type of the favorite, so the body is kept as JSON until that is known.
#[derive(Debug)]
pub struct PatchBody {
    pub(crate) document: Value,
    /// The time that its times are checked against.
    pub(crate) now: Timestamp,
}

impl PatchBody {
    /// Reads the patch for a favorite of type `data_type`.
    ///
    /// # Errors
    /// Every fault, each with its pointer. A patch without a member is one: whoever sends it meant to change something.
    pub fn for_type(&self, data_type: DataType) -> Result<FavoritePatch, Vec<Fault>> {
        let mut faults = Vec::new();
        sound(self.read(data_type, &mut faults), faults)
    }

    fn read(&self, data_type: DataType, faults: &mut Vec<Fault>) -> Option<FavoritePatch> {
        let mut fields = Fields::of(&self.document, "", faults)?;
        if fields.is_empty() {
            fields.faults().push(Fault::new("", "must have at least one member to change"));
        }
        let title = fields.replaced("title");
        let thumbnail_url = fields.patched("thumbnailUrl");
        let content_url = fields.patched("contentUrl");
        if data_type.needs_content_url() && content_url == Some(None) {
            fields.fault("contentUrl", format!("cannot be removed from a favorite of type {data_type}"));
        }
        let expire_time = fields.patched("expireTime");
        fields.check("expireTime", expire_time.flatten(), |time| check_expire_time(time, self.now));
        let content =
            fields.take("content").and_then(|value| content(data_type, value, "/content", fields.faults()));
        for (name, why) in FIXED {
            fields.forbidden(name, why);
        }
        fields.finish();
        Some(FavoritePatch { title, thumbnail_url, content_url, content, expire_time })
    }
}

#[cfg(test)]
#[path = "favorite_body_tests.rs"]
mod tests;
