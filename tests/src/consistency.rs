//! The invariants of the whole table: nothing is half written, and every count equals a recount.

mod catalogue;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use favorites_api::favorites::{TagName, WebUrl};
use serde_json::{Value, json};

/// Returns every item of a table. Bytes appear in Base64, as in DynamoDB's JSON.
pub async fn scan(client: &Client, table: &str) -> Vec<Value> {
    let pages = client.scan().table_name(table).consistent_read(true).into_paginator().items().send();
    let items = pages.collect::<Result<Vec<_>, _>>().await;
    let items = items.unwrap_or_else(|error| panic!("the table can't be read: {error:?}"));
    let shown = |item: HashMap<String, AttributeValue>| -> HashMap<_, _> {
        item.into_iter().map(|(name, value)| (name, shown(value))).collect()
    };
    serde_dynamo::from_items(items.into_iter().map(shown).collect::<Vec<_>>()).expect("every item is JSON")
}

fn shown(value: AttributeValue) -> AttributeValue {
    match value {
        AttributeValue::B(bytes) => AttributeValue::S(STANDARD.encode(bytes)),
        AttributeValue::M(members) => {
            AttributeValue::M(members.into_iter().map(|(name, value)| (name, shown(value))).collect())
        }
        other => other,
    }
}

/// Returns a line for each violation of an invariant. Counts and the cleanup of deleted tags follow the stream with a delay, so
/// check again after a moment before you trust a fault.
#[must_use]
pub fn faults(items: &[Value]) -> Vec<String> {
    let mut faults = faults_beside_counts(items);
    faults.extend(faults_of_catalogue(items));
    Table::of(items).check_cleanups(&mut faults);
    faults
}

/// Returns the faults of the data that the change consumer keeps: the counts and the catalogue. See [`faults`].
#[must_use]
pub fn faults_of_catalogue(items: &[Value]) -> Vec<String> {
    let table = Table::of(items);
    let mut faults = Vec::new();
    table.check_counters(&mut faults);
    table.check_known(&mut faults);
    table.check_segments(&mut faults);
    faults
}

/// Returns the faults of all other data, which the change consumer does not write. See [`faults`].
#[must_use]
pub fn faults_beside_counts(items: &[Value]) -> Vec<String> {
    let table = Table::of(items);
    let mut faults = Vec::new();
    check_keys(items, &mut faults);
    table.check_entries(&mut faults);
    table.check_links(&mut faults);
    table.check_tags(&mut faults);
    table.check_trash(&mut faults);
    faults
}

/// The ids of a user and of an item.
type Id<'a> = (&'a str, &'a str);
/// The ids of a user, a favorite and a tag.
type EntryId<'a> = (&'a str, &'a str, &'a str);

/// The items of each entity.
struct Table<'a>(BTreeMap<&'a str, Vec<&'a Value>>);

impl<'a> Table<'a> {
    fn of(items: &'a [Value]) -> Self {
        let mut entities: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for item in items {
            entities.entry(text(item, "type")).or_default().push(item);
        }
        Self(entities)
    }

    fn all(&self, entity: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.0.get(entity).cloned().unwrap_or_default().into_iter()
    }

    fn by_id(&self, entity: &str, id: &str) -> BTreeMap<Id<'a>, &'a Value> {
        self.all(entity).map(|item| ((text(item, "userId"), text(item, id)), item)).collect()
    }

    /// Checks that each tag of a favorite has an entry, and that no other entries exist.
    fn check_entries(&self, faults: &mut Vec<String>) {
        let tags = self.by_id("Tag", "tagId");
        let mut entries: BTreeMap<EntryId<'_>, &Value> = self
            .all("FavoriteDataTag")
            .map(|entry| ((text(entry, "userId"), text(entry, "dataId"), text(entry, "tagId")), entry))
            .collect();
        for favorite in self.all("FavoriteData") {
            let (user, data_id) = (text(favorite, "userId"), text(favorite, "dataId"));
            for tag_id in texts(favorite, "tagIds") {
                if !tags.contains_key(&(user, tag_id)) {
                    faults.push(format!("favorite {data_id} has the tag {tag_id}, which does not exist"));
                }
                match entries.remove(&(user, data_id, tag_id)) {
                    None => faults.push(format!("favorite {data_id} has no entry under tag {tag_id}")),
                    Some(entry) => check_entry(favorite, entry, faults),
                }
            }
        }
        faults.extend(entries.keys().map(|entry| format!("the entry {entry:?} belongs to no favorite")));
    }

    /// Checks that each link has a record, that no other records exist, and that no user has the same link twice.
    fn check_links(&self, faults: &mut Vec<String>) {
        let mut records: BTreeMap<Id<'_>, Vec<&Value>> = BTreeMap::new();
        for record in self.all("UniqueLink") {
            records.entry((text(record, "userId"), text(record, "dataId"))).or_default().push(record);
        }
        let mut links = BTreeSet::new();
        for favorite in self.all("FavoriteData").filter(|favorite| favorite["dataType"] == "link") {
            let id = (text(favorite, "userId"), text(favorite, "dataId"));
            match records.remove(&id).as_deref() {
                Some([record]) if record["ttl"] == favorite["ttl"] => {}
                other => faults.push(format!("the link {id:?} has the records {other:?}")),
            }
            let url = WebUrl::parse(text(favorite, "contentUrl")).map(|url| url.link());
            if !links.insert((id.0, url.unwrap_or_default())) {
                faults.push(format!("the link {id:?} is kept twice"));
            }
        }
        faults.extend(records.keys().map(|id| format!("the link record {id:?} belongs to no favorite")));
    }

    /// Checks that the names of tags are unique, and that each user's quota equals the number of tags.
    fn check_tags(&self, faults: &mut Vec<String>) {
        let names: BTreeSet<_> = self
            .all("UniqueTagName")
            .map(|name| (text(name, "userId"), text(name, "foldedName").to_owned(), text(name, "tagId")))
            .collect();
        let mut expected = BTreeSet::new();
        let mut numbers: BTreeMap<&str, i64> = BTreeMap::new();
        for tag in self.all("Tag") {
            let folded = TagName::parse(text(tag, "tagName")).map(|name| name.folded().as_str().to_owned());
            expected.insert((text(tag, "userId"), folded.unwrap_or_default(), text(tag, "tagId")));
            *numbers.entry(text(tag, "userId")).or_default() += 1;
        }
        if names != expected {
            faults.push(format!("the tags want the name records {expected:?}, there are {names:?}"));
        }
        let quotas = self.all("TagQuota").map(|quota| (text(quota, "userId"), number(quota, "tags")));
        let quotas: BTreeMap<_, _> = quotas.filter(|(_, tags)| *tags != 0).collect();
        if quotas != numbers {
            faults.push(format!("there are as many tags: {numbers:?}; the quotas say {quotas:?}"));
        }
    }

    /// Checks that no favorite is both in the trash and outside it.
    fn check_trash(&self, faults: &mut Vec<String>) {
        let kept = self.by_id("FavoriteData", "dataId");
        let trashed = self.by_id("Trash", "dataId");
        faults.extend(
            trashed
                .keys()
                .filter(|id| kept.contains_key(*id))
                .map(|id| format!("{id:?} is kept and in the trash")),
        );
    }

    /// Checks that no cleanup of a deleted tag has work left. After its first pass, a cleanup may wait for
    /// the index.
    fn check_cleanups(&self, faults: &mut Vec<String>) {
        let tags = self.by_id("Tag", "tagId");
        for (id, cleanup) in self.by_id("TagCleanup", "tagId") {
            if tags.contains_key(&id) {
                faults.push(format!("the tag {id:?} exists and is taken off its favorites"));
            }
            let fails = number(cleanup, "attempts") > 0;
            if fails || !cleanup["position"].is_null() || text(cleanup, "time") <= text(cleanup, "since") {
                faults.push(format!("the tag {id:?} is being taken off its favorites: {cleanup}"));
            }
        }
    }
}

/// Checks that every item names its entity, and that the partition key begins with that name.
fn check_keys(items: &[Value], faults: &mut Vec<String>) {
    for item in items {
        let (entity, partition) = (text(item, "type"), text(item, "pk"));
        if !partition.strip_prefix(entity).is_some_and(|rest| rest.starts_with('#')) {
            faults.push(format!("{partition} is of type {entity}"));
        }
    }
}

/// Checks that an entry agrees with the current state of its favorite.
fn check_entry(favorite: &Value, entry: &Value, faults: &mut Vec<String>) {
    let copied =
        ["version", "title", "updateTime", "clipTime", "contentUrl", "thumbnailUrl", "dataType", "ttl"];
    let differs = copied.iter().any(|name| entry[name] != favorite[name]);
    if differs || other_tags(favorite, text(entry, "tagId")) != entry["otherTags"] {
        faults.push(format!("the entry {entry} is not as the favorite {favorite}"));
    }
}

/// Returns the ids of a favorite's other tags in the form of its entry under `tag_id`: the bytes of the ids in
/// ascending order, in Base64, or nothing if there are none.
fn other_tags(favorite: &Value, tag_id: &str) -> Value {
    let others = texts(favorite, "tagIds").filter(|other| *other != tag_id);
    let ids: BTreeSet<uuid::Uuid> = others.filter_map(|id| id.parse().ok()).collect();
    let bytes: Vec<u8> = ids.iter().flat_map(|id| *id.as_bytes()).collect();
    json!((!bytes.is_empty()).then(|| STANDARD.encode(bytes)))
}

fn text<'a>(item: &'a Value, attribute: &str) -> &'a str {
    item[attribute].as_str().unwrap_or_default()
}

fn texts<'a>(item: &'a Value, attribute: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    item[attribute].as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn number(item: &Value, attribute: &str) -> i64 {
    item[attribute].as_i64().unwrap_or(0)
}

#[cfg(test)]
mod tests;
