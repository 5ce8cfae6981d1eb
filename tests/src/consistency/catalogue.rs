//! What follows from the table, against the table.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Table, number, text, texts};
use crate::catalogue::{Block, ByType, Facet, by_tag};

/// What a person's counters say, or should.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counters {
    total: i64,
    trash: i64,
    by_type: BTreeMap<String, i64>,
    by_tag: BTreeMap<String, BTreeMap<String, i64>>,
}

impl Counters {
    fn of_head(head: &Value) -> Self {
        let named = |counters: ByType| counters.into_iter().map(|(name, n)| (name.to_owned(), n)).collect();
        let by_type = head["byType"].as_object().into_iter().flatten();
        Self {
            total: number(head, "total"),
            trash: number(head, "trash"),
            by_type: by_type.map(|(name, n)| (name.clone(), n.as_i64().unwrap_or(0))).collect(),
            by_tag: by_tag(head).into_iter().map(|(tag, counters)| (tag, named(counters))).collect(),
        }
    }

    fn add(&mut self, favorite: &Value) {
        let data_type = text(favorite, "dataType");
        self.total += 1;
        *self.by_type.entry(data_type.to_owned()).or_default() += 1;
        for tag_id in texts(favorite, "tagIds") {
            *self.by_tag.entry(tag_id.to_owned()).or_default().entry(data_type.to_owned()).or_default() += 1;
        }
    }
}

impl Table<'_> {
    /// The counters equal a recount.
    pub(super) fn check_counters(&self, faults: &mut Vec<String>) {
        let mut expected: BTreeMap<&str, Counters> = BTreeMap::new();
        for favorite in self.all("FavoriteData") {
            expected.entry(text(favorite, "userId")).or_default().add(favorite);
        }
        for trashed in self.all("Trash") {
            expected.entry(text(trashed, "userId")).or_default().trash += 1;
        }
        let mut counted: BTreeMap<_, _> =
            self.all("CatalogueHead").map(|head| (text(head, "userId"), Counters::of_head(head))).collect();
        counted.retain(|_, counters| *counters != Counters::default());
        if counted != expected {
            faults.push(format!("a recount gives {expected:?}, the counters say {counted:?}"));
        }
    }

    /// What the catalogue knows of each favorite is how it is, outside the trash and in it.
    pub(super) fn check_known(&self, faults: &mut Vec<String>) {
        let mut expected = Known::new();
        for favorite in self.all("FavoriteData") {
            let mut tags: Vec<_> = texts(favorite, "tagIds").map(str::to_owned).collect();
            tags.sort();
            let known = json!([favorite["version"], favorite["dataType"], tags, favorite["ttl"]]);
            expected.insert(
                ("FavoriteData", text(favorite, "userId"), text(favorite, "dataId").to_owned()),
                known,
            );
        }
        for trashed in self.all("Trash") {
            let known = trashed["favorite"]["version"].clone();
            expected.insert(("Trash", text(trashed, "userId"), text(trashed, "dataId").to_owned()), known);
        }
        let known = self.known();
        if known != expected {
            faults.push(format!("the favorites are {expected:?}, the catalogue knows {known:?}"));
        }
    }

    /// What the catalogue knows of what is there: what the journal has, or else the segment.
    fn known(&self) -> Known<'_> {
        let mut known = BTreeMap::new();
        let segments = self.segments().into_values().flatten();
        let heads = self.all("CatalogueHead").map(|head| (head, None));
        for (item, end) in segments.chain(heads) {
            let block = Block::of(item);
            // What a segment has from the next one's first id on is out of its range, and nobody looks at it.
            let inside = |id: &str| end.is_none_or(|end| id < end);
            for entry in block.entries.iter().filter(|entry| inside(&entry.data_id.to_string())) {
                let id = |entity| (entity, text(item, "userId"), entry.data_id.to_string());
                let live = shown(&entry.live, |version, live| {
                    let (data_type, mut tags) = block.describe(live);
                    tags.sort();
                    json!([version, data_type, tags, live.expire_time])
                });
                known.insert(id("FavoriteData"), live);
                known.insert(id("Trash"), shown(&entry.trash, |version, ()| json!(version)));
            }
        }
        known.retain(|_, state| !state.is_null());
        known
    }

    /// Each person's segments, and where the next one begins.
    fn segments(&self) -> BTreeMap<&str, Vec<(&Value, Option<&str>)>> {
        let mut segments: BTreeMap<&str, BTreeMap<&str, &Value>> = BTreeMap::new();
        for segment in self.all("Catalogue") {
            let of_person = segments.entry(text(segment, "userId")).or_default();
            of_person.insert(text(segment, "firstId"), segment);
        }
        let with_end = |segments: BTreeMap<_, _>| {
            let ends: Vec<_> = segments.keys().copied().skip(1).map(Some).chain([None]).collect();
            segments.into_values().zip(ends).collect()
        };
        segments.into_iter().map(|(user, segments)| (user, with_end(segments))).collect()
    }

    /// Each person's segments hold all ids, and each segment has entries from its first id on.
    pub(super) fn check_segments(&self, faults: &mut Vec<String>) {
        for (user, segments) in self.segments() {
            let begins = text(segments[0].0, "firstId");
            if begins != Uuid::nil().to_string() {
                faults.push(format!("the first segment of {user} begins at {begins}"));
            }
            for (segment, _) in segments {
                let first_id = text(segment, "firstId");
                let ids = Block::of(segment).entries.into_iter().map(|entry| entry.data_id.to_string());
                let stray = ids.filter(|id| id.as_str() < first_id);
                faults.extend(stray.map(|id| format!("the segment of {user} from {first_id} on has {id}")));
            }
        }
    }
}

/// What is known to be there: an item's entity, whose it is and which.
type Known<'a> = BTreeMap<(&'static str, &'a str, String), Value>;

/// What a state shows of an item that is there.
fn shown<T>(facet: &Facet<T>, show: impl FnOnce(u64, &T) -> Value) -> Value {
    match facet {
        Facet::Present { version, item } => show(*version, item),
        Facet::Unknown | Facet::Removed { .. } => Value::Null,
    }
}
