//! The items of a table at a moment, as point-in-time recovery gives them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{ChangeRecord, EpochSeconds, Timestamp};
use favorites_tests::Service;

/// An item as DynamoDB stores it.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// A partition and a sort key.
pub(crate) type Key = (String, String);

/// The items of a table at a moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Backup(pub(crate) BTreeMap<Key, Item>);

impl Backup {
    /// Returns all items that are in the service's table now.
    pub(crate) async fn take(service: &Service) -> Self {
        scan(&service.dynamodb(), service.table_name()).await
    }

    /// Returns the keys of all items of an entity.
    pub(crate) fn keys_of(&self, entity: &str) -> Vec<Key> {
        let of_entity = self.0.iter().filter(|(_, item)| text(item, "type") == entity);
        of_entity.map(|(key, _)| key.clone()).collect()
    }

    /// Returns the backup with the items of `entities` from `other`.
    pub(crate) fn with(&self, entities: &[&str], other: &Self) -> Self {
        let is_of = |item: &Item| entities.contains(&text(item, "type"));
        let mine = self.0.iter().filter(|(_, item)| !is_of(item));
        let theirs = other.0.iter().filter(|(_, item)| is_of(item));
        Self(mine.chain(theirs).map(|(key, item)| (key.clone(), item.clone())).collect())
    }

    /// Returns the backup with one item from `other`.
    pub(crate) fn with_item(mut self, key: &Key, other: &Self) -> Self {
        match other.0.get(key) {
            Some(item) => self.0.insert(key.clone(), item.clone()),
            None => self.0.remove(key),
        };
        self
    }
}

/// Returns all items that are in a table now.
pub(crate) async fn scan(client: &Client, table: &str) -> Backup {
    let scan = client.scan().table_name(table).consistent_read(true);
    let items = scan.into_paginator().items().send().collect::<Result<Vec<_>, _>>().await;
    let items = items.expect("the table can be read");
    Backup(items.into_iter().map(|item| (key(&item), item)).collect())
}

/// Returns a text attribute, which every item must have.
pub(crate) fn text<'a>(item: &'a Item, attribute: &str) -> &'a str {
    item.get(attribute).and_then(|value| value.as_s().ok()).expect("every item has it")
}

fn key(item: &Item) -> Key {
    (text(item, "pk").to_owned(), text(item, "sk").to_owned())
}

/// Returns the keys of the items that differ.
pub(crate) fn changed(before: &Backup, after: &Backup) -> BTreeSet<Key> {
    let keys = before.0.keys().chain(after.0.keys());
    keys.filter(|key| before.0.get(*key) != after.0.get(*key)).cloned().collect()
}

/// Returns the records that the stream of the old table has for changes of favorites between two moments.
pub(crate) fn records(before: &Backup, after: &Backup) -> Vec<ChangeRecord> {
    let written = Some(EpochSeconds::of(Timestamp::now()));
    let changed = changed(before, after);
    let is_of_favorite = |item: &&Item| ["FavoriteData", "Trash"].contains(&text(item, "type"));
    changed
        .iter()
        .map(|key| (before.0.get(key), after.0.get(key)))
        .filter(|(old, new)| new.or(*old).as_ref().is_some_and(is_of_favorite))
        .map(|(old, new)| ChangeRecord {
            written,
            old: old.cloned().map(Into::into),
            new: new.cloned().map(Into::into),
        })
        .collect()
}
