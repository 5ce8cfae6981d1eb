//! Calculates the expected requests and their units from the items in the table before and after a pattern.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{Units, Usage};
use single_table::item::item_size;

use crate::account::{PERSON, Snapshot};
use crate::capacity::{Item, check_units, read_units, text, write_units};
use crate::pattern::{Key, Request};

/// An expected request.
#[derive(Debug)]
pub(crate) struct Expected {
    pub(crate) operation: &'static str,
    pub(crate) index: Option<&'static str>,
    /// The entity of each item that a write changes.
    pub(crate) entities: Vec<String>,
    /// The key condition or the items, in words.
    pub(crate) condition: String,
    pub(crate) items: usize,
    pub(crate) bytes: usize,
    pub(crate) units: Units,
}

impl Expected {
    /// Returns true if `usage` is this request, regardless of its units.
    pub(crate) fn is_of(&self, usage: &Usage) -> bool {
        let mut found: Vec<&str> = usage.entities.clone();
        let mut wanted: Vec<&str> = self.entities.iter().map(String::as_str).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        usage.operation == self.operation && usage.index == self.index && found == wanted
    }
}

/// The items that differ between two snapshots, each before and after.
pub(crate) struct Changes<'a>(Vec<(Option<&'a Item>, Option<&'a Item>)>);

pub(crate) fn changes<'a>(before: &'a Snapshot, after: &'a Snapshot) -> Changes<'a> {
    let keys: BTreeSet<&Key> = before.keys().chain(after.keys()).collect();
    let pairs = keys.into_iter().map(|key| (before.get(key), after.get(key)));
    Changes(pairs.filter(|(old, new)| old != new).collect())
}

impl Changes<'_> {
    /// Returns the entities of the items, in order.
    pub(crate) fn entities(&self) -> Vec<&str> {
        let mut entities: Vec<&str> = self.0.iter().map(|(old, new)| entity(*old, *new)).collect();
        entities.sort_unstable();
        entities
    }
}

fn entity<'a>(old: Option<&'a Item>, new: Option<&'a Item>) -> &'a str {
    let item = new.or(old).expect("a change is of an item that is there before or after");
    text(item, "type").expect("every item names its entity")
}

pub(crate) fn of(request: &Request, before: &Snapshot, changes: &Changes<'_>) -> Expected {
    match request {
        Request::Query { entity, index, attributes, partition, ascending, consistent, limit } => {
            let mut found: Vec<&Item> = before
                .values()
                .filter(|item| text(item, attributes.0) == Some(&partition.1))
                .filter(|item| text(item, attributes.1).is_some())
                .collect();
            found.sort_by_key(|item| text(item, attributes.1));
            if !ascending {
                found.reverse();
            }
            found.truncate(*limit);
            let bytes = found.iter().map(|item| size_of(item)).sum();
            let order = if *ascending { "ascending" } else { "descending" };
            Expected {
                operation: "Query",
                index: *index,
                entities: vec![(*entity).to_owned()],
                condition: format!(
                    "`{}` = `{}`, `{}` {order}{}",
                    attributes.0,
                    partition.0,
                    attributes.1,
                    how(*consistent)
                ),
                items: found.len(),
                bytes,
                units: read(read_units(bytes, *consistent)),
            }
        }
        Request::Segment { data_id } => {
            let partition = format!("Catalogue#{PERSON}");
            let up_to = (partition.clone(), data_id.clone());
            let found = before.range((partition, String::new())..=up_to).next_back();
            let bytes = found.map_or(0, |(_, item)| size_of(item));
            Expected {
                operation: "Query",
                index: None,
                entities: vec!["Catalogue".to_owned()],
                condition: "`pk` = `Catalogue#{userId}`, `sk` <= `{dataId}`, the last, consistent".to_owned(),
                items: found.iter().count(),
                bytes,
                units: read(read_units(bytes, true)),
            }
        }
        Request::Get { entity, key, consistent } => {
            let item = before.get(key);
            let bytes = item.map_or(0, size_of);
            Expected {
                operation: "GetItem",
                index: None,
                entities: vec![(*entity).to_owned()],
                condition: format!("the key of the {entity}{}", how(*consistent)),
                items: item.iter().count(),
                bytes,
                units: read(read_units(bytes, *consistent)),
            }
        }
        Request::BatchGet { entity, keys, consistent } => {
            let sizes: Vec<usize> = keys.iter().map(|key| before.get(key).map_or(0, size_of)).collect();
            Expected {
                operation: "BatchGetItem",
                index: None,
                entities: vec![(*entity).to_owned()],
                condition: format!("{} of a {entity}{}", counted(keys.len(), "key"), how(*consistent)),
                items: keys.iter().filter(|key| before.contains_key(*key)).count(),
                bytes: sizes.iter().sum(),
                // DynamoDB rounds up the size of each item.
                units: read(sizes.iter().map(|bytes| read_units(*bytes, *consistent)).sum()),
            }
        }
        Request::Write { operation, changed, checked } => write(operation, changed, checked, before, changes),
        Request::Turn => {
            let mut turn = write("PutItem", &["Due"], &[], before, changes);
            let due =
                changes.0.iter().find_map(|(_, new)| new.filter(|new| text(new, "type") == Some("Due")));
            let due = due.expect("work is left");
            let mut elsewhere = due.clone();
            elsewhere.insert("gsiOneSk".to_owned(), AttributeValue::S("elsewhere".to_owned()));
            turn.units.write = write_units(Some(&elsewhere), Some(due), false);
            turn
        }
    }
}

fn write(
    operation: &'static str,
    wanted: &[&str],
    checked: &[Key],
    before: &Snapshot,
    changes: &Changes<'_>,
) -> Expected {
    let transaction = operation == "TransactWriteItems";
    let mut found = Expected {
        operation,
        index: None,
        entities: Vec::new(),
        condition: String::new(),
        items: 0,
        bytes: 0,
        units: Units::default(),
    };
    let mut verbs = [("put", Vec::new()), ("change", Vec::new()), ("delete", Vec::new())];
    for (old, new) in changes.0.iter().copied().filter(|(old, new)| wanted.contains(&entity(*old, *new))) {
        let verb = match (old, new) {
            (None, _) => 0,
            (_, None) => 2,
            _ => 1,
        };
        verbs[verb].1.push(entity(old, new).to_owned());
        found.entities.push(entity(old, new).to_owned());
        found.bytes += new.or(old).map_or(0, size_of);
        found.units.write += write_units(old, new, transaction);
    }
    let mut parts: Vec<String> = verbs
        .iter()
        .filter(|(_, entities)| !entities.is_empty())
        .map(|(verb, entities)| format!("{verb} {}", listed(entities)))
        .collect();
    for key in checked {
        let item = before.get(key);
        found.entities.push(entity_of(key).to_owned());
        found.bytes += item.map_or(0, size_of);
        // A check costs as much as a write of the item to the table.
        found.units.write += check_units(item);
    }
    if let Some(key) = checked.first() {
        parts.push(format!("check {}", counted(checked.len(), entity_of(key))));
    }
    found.items = found.entities.len();
    found.condition = parts.join("; ");
    found
}

/// Returns the size of an item. The revision of a segment or of a clean-up begins at a random number. Once it
/// is counted up, it may end with zeros, which DynamoDB does not store. To get the same size in each run,
/// this assumes the longest revision.
fn size_of(item: &Item) -> usize {
    if !matches!(text(item, "type"), Some("Catalogue" | "TagCleanup")) {
        return item_size(item);
    }
    let longest = AttributeValue::N(((1_u64 << 48) - 1).to_string());
    let mut item = item.clone();
    item.insert("revision".to_owned(), longest);
    item_size(&item)
}

fn read(units: f64) -> Units {
    Units { read: units, write: 0.0 }
}

/// Returns the entities with their numbers, such as `2 Tag, UniqueLink`.
fn listed(entities: &[String]) -> String {
    let mut sorted = entities.to_vec();
    sorted.sort_unstable();
    sorted
        .chunk_by(|one, other| one == other)
        .map(|same| if same.len() == 1 { same[0].clone() } else { format!("{} {}", same.len(), same[0]) })
        .collect::<Vec<_>>()
        .join(", ")
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Returns the entity in a key.
fn entity_of((partition, _): &Key) -> &str {
    partition.split('#').next().expect("split gives at least one part")
}

fn how(consistent: bool) -> &'static str {
    if consistent { ", consistent" } else { "" }
}
