//! What follows from the table, against the table.

use std::collections::BTreeMap;

use serde_json::{Value, json};

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

    /// What the catalogue knows of each favorite is how it is.
    pub(super) fn check_known(&self, faults: &mut Vec<String>) {
        let mut expected = BTreeMap::new();
        for favorite in self.all("FavoriteData") {
            let mut tags: Vec<_> = texts(favorite, "tagIds").map(str::to_owned).collect();
            tags.sort();
            let known = json!([favorite["version"], favorite["dataType"], tags, favorite["ttl"]]);
            expected.insert((text(favorite, "userId"), text(favorite, "dataId").to_owned()), known);
        }
        let mut known = BTreeMap::new();
        for item in self.all("Catalogue").chain(self.all("CatalogueHead")) {
            let block = Block::of(item);
            for entry in &block.entries {
                let id = (text(item, "userId"), entry.data_id.to_string());
                let (rank, state) = match &entry.live {
                    Facet::Unknown => continue,
                    Facet::Removed { version, .. } => (2 * version + 1, Value::Null),
                    Facet::Present { version, item: live } => {
                        let (data_type, mut tags) = block.describe(live);
                        tags.sort();
                        (2 * version, json!([version, data_type, tags, live.expire_time]))
                    }
                };
                let latest = known.entry(id).or_insert((rank, Value::Null));
                if latest.0 <= rank {
                    *latest = (rank, state);
                }
            }
        }
        let mut known: BTreeMap<_, _> = known.into_iter().map(|(id, (_, state))| (id, state)).collect();
        known.retain(|_, state| !state.is_null());
        if known != expected {
            faults.push(format!("the favorites are {expected:?}, the catalogue knows {known:?}"));
        }
    }
}
