//! Reads what a caller sends of a favorite.

use std::collections::BTreeSet;

use favorites::{ContentPatch, DetailsPatch, Fault, FavoriteDraft, FavoritePatch, TagId};
use serde_json::Value;

use crate::body;
use crate::problem::Problem;
use crate::request::Request;
use favorites::json::{CANNOT_CHANGE, Fields, FromJson, content, read_members, tag_set};

/// The member with the content, also where a favorite is stored.
const CONTENT: &str = "content";

/// The members besides the details that a patch may not change, each with the reason.
const FIXED: [(&str, &str); 6] = [
    ("dataId", CANNOT_CHANGE),
    ("userId", CANNOT_CHANGE),
    ("dataType", CANNOT_CHANGE),
    ("updateTime", "is set by the service"),
    ("version", "is set by the service; send it as If-Match"),
    ("tagIds", "is changed at /favorites/{dataId}/tags"),
];

impl Request {
    /// Reads the body as a favorite to keep. The draft has the faults of what could not be read.
    ///
    /// # Errors
    /// `invalid-input` when the body is not JSON, `unsupported-media-type`, `too-large`.
    pub fn favorite_draft(&self) -> Result<FavoriteDraft, Problem> {
        body::document(self).map(|document| favorite_draft(&document))
    }

    /// Reads the body as changes to a favorite. The patch has the faults of what could not be read.
    ///
    /// # Errors
    /// `invalid-input` when the body is not JSON, `unsupported-media-type`, `too-large`.
    pub fn patch(&self) -> Result<FavoritePatch, Problem> {
        body::document(self).map(|document| favorite_patch(&document))
    }

    /// Reads the body as all the tags that a favorite is to have.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn tag_ids(&self) -> Result<BTreeSet<TagId>, Problem> {
        body::read(self).map(|TagSetBody(tag_ids)| tag_ids)
    }
}

/// Reads the body of `POST /favorites`.
fn favorite_draft(body: &Value) -> FavoriteDraft {
    let mut faults = Vec::new();
    let draft = read_draft(body, &mut faults).unwrap_or_default();
    FavoriteDraft { faults, ..draft }
}

fn read_draft(body: &Value, faults: &mut Vec<Fault>) -> Option<FavoriteDraft> {
    let mut fields = Fields::of(body, "", faults)?;
    let draft = read_members(&mut fields);
    fields.finish();
    Some(draft)
}

/// The body of `PUT /favorites/{dataId}/tags`: all the tags that the favorite is to have.
#[derive(Debug)]
pub(crate) struct TagSetBody(BTreeSet<TagId>);

impl FromJson for TagSetBody {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let tag_ids = tag_set(&mut fields);
        fields.finish();
        tag_ids.map(Self)
    }
}

/// Reads the body of `PATCH /favorites/{dataId}`: a merge patch (RFC 7396) of the details, `content`, `clipTime` and `expireTime`. `null`
/// removes what may be missing. The patch of the content is read once the content is known, because the body
/// does not name the type of the favorite.
fn favorite_patch(body: &Value) -> FavoritePatch {
    let mut faults = Vec::new();
    let patch = read_patch(body, &mut faults).unwrap_or_default();
    FavoritePatch { faults, ..patch }
}

fn read_patch(body: &Value, faults: &mut Vec<Fault>) -> Option<FavoritePatch> {
    let mut fields = Fields::of(body, "", faults)?;
    if fields.is_empty() {
        fields.faults().push(Fault::new("", "must have at least one member to change"));
    }
    let patch = FavoritePatch {
        details: DetailsPatch::read(&mut fields),
        content: fields.take(CONTENT).map(content_patch),
        clip_time: fields.replaced("clipTime"),
        expire_time: fields.patched("expireTime"),
        faults: Vec::new(),
    };
    for (name, why) in FIXED {
        fields.forbidden(name, why);
    }
    fields.finish();
    Some(patch)
}

fn content_patch(patch: &Value) -> ContentPatch {
    let patch = patch.clone();
    ContentPatch::new(move |before| {
        let mut faults = Vec::new();
        let stored =
            serde_json::to_value(before).expect("a content has text keys and no Serialize impl that fails");
        let merged = merged(stored.get(CONTENT).cloned().unwrap_or_default(), &patch);
        let after = content(before.data_type(), &merged, "/content", &mut faults);
        after.filter(|_| faults.is_empty()).ok_or(faults)
    })
}

/// Merges a patch with a value (RFC 7396, section 2). A null of the patch stays in the result: the reader
/// takes it for a missing member, refuses it where the member is required, and names members that it does not
/// know.
fn merged(target: Value, patch: &Value) -> Value {
    match (target, patch) {
        (Value::Object(mut target), Value::Object(patch)) => {
            for (name, value) in patch {
                let before = target.remove(name).unwrap_or_default();
                target.insert(name.clone(), merged(before, value));
            }
            Value::Object(target)
        }
        (_, patch) => patch.clone(),
    }
}

#[cfg(test)]
#[path = "favorite_body_tests.rs"]
mod tests;
