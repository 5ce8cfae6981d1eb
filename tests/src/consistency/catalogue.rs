//! Checks the catalogue and the counters against the items of the table.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Table, number, text, texts};
use crate::catalogue::{Block, Facet};
use crate::count_tree::{Cell, Changes, Scope, changes, nodes_of};

/// The counters of a user, stored or expected.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counters {
    total: i64,
    trash: i64,
    by_type: BTreeMap<String, i64>,
    /// The changes of these counters by expiry, and the counters of tags.
    changes: Changes,
}

impl Counters {
    fn of_head(head: &Value, nodes: &BTreeMap<u64, &Value>) -> Result<Self, String> {
        let changes = changes(head, nodes)?;
        let by_type = head["byType"].as_object().into_iter().flatten();
        Ok(Self {
            total: number(head, "total"),
            trash: number(head, "trash"),
            by_type: by_type.map(|(name, n)| (name.clone(), n.as_i64().unwrap_or(0))).collect(),
            changes,
        })
    }

    fn add(&mut self, favorite: &Value) {
        let data_type = text(favorite, "dataType");
        self.total += 1;
        *self.by_type.entry(data_type.to_owned()).or_default() += 1;
        let ttl = favorite["ttl"].as_u64();
        self.expire(ttl.map(|second| Cell::of_type(Scope::Account, second, data_type)));
        for tag_id in texts(favorite, "tagIds") {
            let tag = Scope::Tag(tag_id.parse().expect("a tag has an id"));
            *self.changes.entry(Cell::of_type(tag, 0, data_type)).or_default() += 1;
            self.expire(ttl.map(|second| Cell::of_type(tag, second, data_type)));
        }
    }

    fn add_trash(&mut self, trashed: &Value) {
        self.trash += 1;
        self.expire(trashed["ttl"].as_u64().map(Cell::of_trash));
    }

    /// Subtracts a favorite from the second of its expiry on.
    fn expire(&mut self, cell: Option<Cell>) {
        if let Some(cell) = cell {
            *self.changes.entry(cell).or_default() -= 1;
        }
    }
}

impl Table<'_> {
    /// Checks that the counters equal a recount.
    pub(super) fn check_counters(&self, faults: &mut Vec<String>) {
        let mut expected: BTreeMap<&str, Counters> = BTreeMap::new();
        for favorite in self.all("FavoriteData") {
            expected.entry(text(favorite, "userId")).or_default().add(favorite);
        }
        for trashed in self.all("Trash") {
            expected.entry(text(trashed, "userId")).or_default().add_trash(trashed);
        }
        let mut counted = BTreeMap::new();
        for head in self.all("CatalogueHead") {
            let user = text(head, "userId");
            match Counters::of_head(head, &nodes_of(self.all("CatalogueCounts"), user)) {
                Ok(counters) => drop(counted.insert(user, counters)),
                Err(fault) => faults.push(fault),
            }
        }
        counted.retain(|_, counters| *counters != Counters::default());
        if counted != expected {
            faults.push(format!("a recount gives {expected:?}, the counters say {counted:?}"));
        }
    }

    /// Checks that the catalogue agrees with each favorite, in the trash and outside it.
    pub(super) fn check_known(&self, faults: &mut Vec<String>) {
        let mut expected = Known::new();
        for favorite in self.all("FavoriteData") {
            let mut tags: Vec<_> = texts(favorite, "tagIds").map(str::to_owned).collect();
            tags.sort();
            let known = json!([place(favorite), favorite["dataType"], tags, favorite["ttl"]]);
            expected.insert(
                ("FavoriteData", text(favorite, "userId"), text(favorite, "dataId").to_owned()),
                known,
            );
        }
        for trashed in self.all("Trash") {
            let known = json!([place(&trashed["favorite"]), trashed["ttl"]]);
            expected.insert(("Trash", text(trashed, "userId"), text(trashed, "dataId").to_owned()), known);
        }
        let known = self.known();
        if known != expected {
            faults.push(format!("the favorites are {expected:?}, the catalogue knows {known:?}"));
        }
    }

    /// Returns the items that exist according to the catalogue. An entry in the journal takes precedence over the segment's.
    fn known(&self) -> Known<'_> {
        let mut known = BTreeMap::new();
        let segments = self.segments().into_values().flatten();
        let heads = self.all("CatalogueHead").map(|head| (head, None));
        for (item, end) in segments.chain(heads) {
            let block = Block::of(item);
            // A segment's range ends at the first id of the next one. Readers ignore entries beyond it.
            let inside = |id: &str| end.is_none_or(|end| id < end);
            for entry in block.entries.iter().filter(|entry| inside(&entry.data_id.to_string())) {
                let id = |entity| (entity, text(item, "userId"), entry.data_id.to_string());
                let live = shown(&entry.live, |version, live| {
                    let (data_type, mut tags) = block.describe(live);
                    tags.sort();
                    json!([version, data_type, tags, live.expire_time])
                });
                known.insert(id("FavoriteData"), live);
                known.insert(id("Trash"), shown(&entry.trash, |version, purge| json!([version, purge])));
            }
        }
        known.retain(|_, state| !state.is_null());
        known
    }

    /// Returns each user's segments, each with the first id of the next one.
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

    /// Checks that each user's segments cover all ids, and that no segment has entries below its first id.
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

/// The known items by entity, user id and item id.
type Known<'a> = BTreeMap<(&'static str, &'a str, String), Value>;

/// Returns the shown form of an item, or null if the item does not exist.
fn shown<T>(facet: &Facet<T>, show: impl FnOnce(u64, &T) -> Value) -> Value {
    match facet {
        Facet::Present { version, item } => show(*version, item),
        Facet::Unknown | Facet::Removed { .. } => Value::Null,
    }
}

/// Returns the place of a favorite's state among those of all favorites that had its id: its life, and its
/// version in 20 bits.
fn place(favorite: &Value) -> u64 {
    let number = |name: &str| favorite[name].as_u64().unwrap_or_default();
    (number("life") << 20) + number("version")
}
