//! The copy.

use std::collections::BTreeMap;

use favorites_api::favorites::{DataId, TagId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A copy of a user's favorites and tags, and the place in the feed up to which it is complete.
#[derive(Debug, Default)]
pub(crate) struct Copy {
    pub(super) cursor: Option<String>,
    /// True if the copy had everything when it was saved.
    pub(super) is_complete: bool,
    pub(super) tags: BTreeMap<TagId, Map<String, Value>>,
    pub(super) favorites: BTreeMap<DataId, Map<String, Value>>,
    pub(super) trash: BTreeMap<DataId, Map<String, Value>>,
}

/// A page of the feed.
#[derive(Debug, Deserialize)]
pub(crate) struct ChangePage {
    pub(crate) changes: Vec<Change>,
    pub(crate) cursor: String,
    pub(crate) more: bool,
}

/// Something that changed, as the service sends it, and as a line of the file has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Change {
    Tag(Map<String, Value>),
    Favorite(Map<String, Value>),
    Trashed(Map<String, Value>),
    Gone(Map<String, Value>),
}

impl Copy {
    /// Returns the cursor of the next request.
    pub(crate) fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// Applies an answer.
    ///
    /// # Errors
    /// The change that has no id.
    pub(crate) fn apply(&mut self, page: ChangePage) -> Result<(), Change> {
        for change in page.changes {
            self.change(change)?;
        }
        self.cursor = Some(page.cursor);
        self.is_complete = !page.more;
        Ok(())
    }

    /// Applies a change.
    pub(super) fn change(&mut self, change: Change) -> Result<(), Change> {
        match change {
            Change::Tag(tag) => match id(&tag, "tagId") {
                Some(tag_id) => drop(self.tags.insert(tag_id, tag)),
                None => return Err(Change::Tag(tag)),
            },
            Change::Favorite(favorite) => match id(&favorite, "dataId") {
                Some(data_id) => {
                    self.trash.remove(&data_id);
                    self.favorites.insert(data_id, favorite);
                }
                None => return Err(Change::Favorite(favorite)),
            },
            Change::Trashed(trashed) => match id(&trashed, "dataId") {
                Some(data_id) => {
                    self.favorites.remove(&data_id);
                    self.trash.insert(data_id, trashed);
                }
                None => return Err(Change::Trashed(trashed)),
            },
            Change::Gone(gone) => match (id(&gone, "dataId"), id::<TagId>(&gone, "tagId")) {
                (Some(data_id), _) => {
                    self.favorites.remove(&data_id);
                    self.trash.remove(&data_id);
                }
                (None, Some(tag_id)) => drop(self.tags.remove(&tag_id)),
                (None, None) => return Err(Change::Gone(gone)),
            },
        }
        Ok(())
    }

    /// Removes what has expired, and the deleted tags of favorites in the trash: the service hides both without a change.
    pub(crate) fn tidy(&mut self, now: Timestamp) {
        self.favorites.retain(|_, favorite| !is_over(favorite, "expireTime", now));
        self.trash.retain(|_, trashed| !is_over(trashed, "purgeTime", now));
        for trashed in self.trash.values_mut() {
            if let Some(Value::Array(tag_ids)) = trashed.get_mut("tagIds") {
                tag_ids.retain(|tag_id| {
                    let known = tag_id.as_str().and_then(|tag_id| tag_id.parse::<TagId>().ok());
                    known.is_some_and(|tag_id| self.tags.contains_key(&tag_id))
                });
            }
        }
    }

    /// Returns the numbers of favorites, of favorites in the trash, and of tags.
    pub(crate) fn counts(&self) -> [usize; 3] {
        [self.favorites.len(), self.trash.len(), self.tags.len()]
    }
}

fn id<T: std::str::FromStr>(members: &Map<String, Value>, name: &str) -> Option<T> {
    members.get(name)?.as_str()?.parse().ok()
}

/// Returns true if the time in a member has come.
fn is_over(members: &Map<String, Value>, name: &str, now: Timestamp) -> bool {
    id::<Timestamp>(members, name).is_some_and(|time| time <= now)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ID: &str = "019a0000-0000-7000-8000-000000000001";
    const TAG: &str = "019a0000-0000-7000-8000-000000000002";

    fn apply(copy: &mut Copy, changes: &Value) {
        let changes = json!({ "changes": changes, "cursor": "c", "more": false });
        copy.apply(serde_json::from_value(changes).unwrap()).unwrap();
    }

    #[test]
    fn a_favorite_is_in_one_place_at_a_time() {
        let mut copy = Copy::default();
        for (change, counts) in [
            (json!({ "favorite": { "dataId": ID } }), [1, 0, 0]),
            (json!({ "trashed": { "dataId": ID } }), [0, 1, 0]),
            (json!({ "favorite": { "dataId": ID } }), [1, 0, 0]),
            (json!({ "tag": { "tagId": TAG } }), [1, 0, 1]),
            (json!({ "gone": { "dataId": ID } }), [0, 0, 1]),
            (json!({ "gone": { "tagId": TAG } }), [0, 0, 0]),
        ] {
            apply(&mut copy, &json!([change]));
            assert_eq!(copy.counts(), counts, "{change}");
        }
        assert_eq!(copy.cursor(), Some("c"));
    }

    #[test]
    fn what_the_service_hides_is_not_in_a_tidy_copy() {
        let mut copy = Copy::default();
        let trashed = json!({ "dataId": ID, "purgeTime": "2026-01-02T00:00:00.000Z", "tagIds": [TAG] });
        apply(&mut copy, &json!([{ "tag": { "tagId": TAG } }, { "trashed": trashed }]));
        let day = |day: u8| format!("2026-01-0{day}T00:00:00.000Z").parse().unwrap();
        copy.tidy(day(1));
        assert_eq!(copy.trash.values().next().unwrap()["tagIds"], json!([TAG]));
        apply(&mut copy, &json!([{ "gone": { "tagId": TAG } }]));
        copy.tidy(day(1));
        assert_eq!(copy.trash.values().next().unwrap()["tagIds"], json!([]));
        copy.tidy(day(2));
        assert_eq!(copy.counts(), [0, 0, 0]);
        apply(
            &mut copy,
            &json!([{ "favorite": { "dataId": ID, "expireTime": "2026-01-03T00:00:00.000Z" } }]),
        );
        copy.tidy(day(2));
        assert_eq!(copy.counts(), [1, 0, 0]);
        copy.tidy(day(3));
        assert_eq!(copy.counts(), [0, 0, 0]);
    }

    #[test]
    fn a_change_without_an_id_is_refused() {
        for change in ["tag", "favorite", "trashed", "gone"] {
            let change: Change = serde_json::from_value(json!({ change: { "dataId": 7 } })).unwrap();
            assert!(Copy::default().change(change).is_err());
        }
    }
}
