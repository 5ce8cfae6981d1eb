//! The change feed: its cursor, and its answer.

use favorites::{Change, ChangePage, DataId, Position, Tag, TagId, Timestamp, UserId};
use http::StatusCode;
use serde::Serialize;

use crate::cursor::ListIdentity;
use crate::problem::Problem;
use crate::query::Query;
use crate::representation::{FavoriteBody, TrashedFavoriteBody};
use crate::response::Response;

/// The part of the change feed that a request asks for.
#[derive(Debug)]
pub struct Changes {
    after: Option<Position>,
    identity: ListIdentity,
}

impl Query {
    /// Reads the place in the user's change feed from `cursor`. Without one, the feed begins with everything that there is.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub fn changes(mut self, user: &UserId) -> Result<Changes, Problem> {
        let identity = ListIdentity::new(user, "get-changes");
        let after = self.position(&identity, "must be the cursor of an earlier answer, unchanged");
        self.end()?;
        Ok(Changes { after, identity })
    }
}

impl Changes {
    /// Returns the position after which the changes begin.
    #[must_use]
    pub fn after(&self) -> Option<&Position> {
        self.after.as_ref()
    }

    /// Returns the bytes that a change takes in the answer of a function: its JSON, as text within JSON, with a comma.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a change has text keys, and no Serialize impl that fails")]
    pub fn size(change: &Change) -> usize {
        let json = serde_json::to_string(&ChangeBody::from(change))
            .expect("a change has text keys, and no Serialize impl that fails");
        let escaped = json.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count();
        json.len() + escaped + 1
    }

    /// The answer `{changes, cursor, more}`. The cursor is always there, because the feed has no end.
    #[must_use]
    pub fn answer(&self, page: &ChangePage) -> Response {
        let body = ChangesBody {
            changes: page.changes.iter().map(ChangeBody::from).collect(),
            cursor: self.identity.seal(&page.next),
            more: page.more,
        };
        Response::json(StatusCode::OK, &body)
    }
}

#[derive(Debug, Serialize)]
struct ChangesBody<'a> {
    changes: Vec<ChangeBody<'a>>,
    cursor: String,
    more: bool,
}

/// A change, under the name of what it is now.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum ChangeBody<'a> {
    Tag(ChangedTagBody<'a>),
    Favorite(FavoriteBody<'a>),
    Trashed(TrashedFavoriteBody<'a>),
    Gone(GoneBody),
}

/// A tag without its counts and the time of its last use, which change without a change of the tag.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ChangedTagBody<'a> {
    tag_id: TagId,
    user_id: &'a UserId,
    tag_name: &'a str,
    create_time: Timestamp,
    version: u64,
}

/// The tombstone of a tag or a favorite.
#[derive(Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum GoneBody {
    Tag { tag_id: TagId },
    Favorite { data_id: DataId },
}

impl<'a> From<&'a Change> for ChangeBody<'a> {
    fn from(change: &'a Change) -> Self {
        match change {
            Change::Tag(tag) => Self::Tag(tag.into()),
            Change::GoneTag(tag_id) => Self::Gone(GoneBody::Tag { tag_id: *tag_id }),
            Change::Favorite(favorite) => Self::Favorite(favorite.as_ref().into()),
            Change::Trashed(trashed) => Self::Trashed(trashed.as_ref().into()),
            Change::GoneFavorite(data_id) => Self::Gone(GoneBody::Favorite { data_id: *data_id }),
        }
    }
}

impl<'a> From<&'a Tag> for ChangedTagBody<'a> {
    fn from(tag: &'a Tag) -> Self {
        Self {
            tag_id: tag.tag_id,
            user_id: &tag.user_id,
            tag_name: tag.tag_name.as_str(),
            create_time: tag.create_time,
            version: tag.version,
        }
    }
}

#[cfg(test)]
mod tests {
    use favorites::Position;
    use lambda_http::Body;

    use super::*;
    use crate::base_path::BasePath;
    use crate::sample;

    fn changes() -> Changes {
        Changes { after: None, identity: ListIdentity::new(&UserId::parse("alice").unwrap(), "get-changes") }
    }

    fn page(changes: Vec<Change>) -> ChangePage {
        ChangePage { changes, next: Position("here".to_owned()), more: true }
    }

    fn all_kinds() -> Vec<Change> {
        let mut favorite = sample::favorite();
        favorite.details.title = favorites::Text::parse("\"Quotes\" \\ ü").unwrap();
        vec![
            Change::Tag(sample::tag()),
            Change::GoneTag(sample::ID.parse().unwrap()),
            Change::Favorite(Box::new(favorite)),
            Change::Trashed(Box::new(sample::trashed())),
            Change::GoneFavorite(sample::ID.parse().unwrap()),
        ]
    }

    #[test]
    fn each_change_is_named_by_what_it_is_now() {
        let answer = changes().answer(&page(all_kinds())).into_http(&BasePath::default());
        let body: serde_json::Value = serde_json::from_str(answer.body()).unwrap();
        let names: Vec<Vec<&String>> = body["changes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|change| change.as_object().unwrap().keys().collect())
            .collect();
        assert_eq!(names, [["tag"], ["gone"], ["favorite"], ["trashed"], ["gone"]]);
        assert_eq!(body["changes"][1]["gone"], serde_json::json!({ "tagId": sample::ID }));
        assert_eq!(body["changes"][4]["gone"], serde_json::json!({ "dataId": sample::ID }));
        assert_eq!(body["changes"][0]["tag"]["lastAccessTime"], serde_json::Value::Null);
        assert_eq!(body["more"], true);
    }

    #[test]
    fn the_size_of_a_change_is_what_it_adds_to_the_answer_of_a_function() {
        let size = |all: Vec<Change>| {
            let event = changes().answer(&page(all)).into_event(&BasePath::default());
            let Some(Body::Text(body)) = event.body else { panic!("the body is text") };
            serde_json::to_string(&body).unwrap().len()
        };
        let empty = size(Vec::new());
        for change in all_kinds() {
            // A comma is between two changes.
            assert_eq!(size(vec![change.clone()]) + 1, empty + Changes::size(&change), "{change:?}");
            assert_eq!(size(vec![change.clone(); 3]) + 1, empty + 3 * Changes::size(&change), "{change:?}");
        }
    }
}
