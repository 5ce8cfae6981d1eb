//! The store: items by key, with the write rule, and an older version of each item for lagging replicas.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use proptest::prelude::*;

use super::Flaw;
use crate::block::BlockWriter;
use crate::index::{ItemKey, Items, Put, StoredItem};
use crate::search::SearchItems;
use crate::write_number::WriteNumber;

/// The store does not answer, or an item has a higher number.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct StoreError(String);

/// The items, and all attempts so far, which late writers repeat.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) items: Mutex<Contents>,
    pub(crate) flaw: Option<Flaw>,
}

#[derive(Debug, Default)]
pub(crate) struct Contents {
    items: BTreeMap<ItemKey, StoredItem>,
    /// The items that a replica has for which the last write is on its way.
    lagging: BTreeMap<ItemKey, Option<StoredItem>>,
    attempts: Vec<Put>,
    /// The number of puts after which the writer dies.
    puts_left: Option<usize>,
}

impl Contents {
    /// Puts an item if the rule permits it. Otherwise returns the number of the item that is there.
    fn put(&mut self, Put { key, item }: Put, flaw: Option<Flaw>) -> Result<(), WriteNumber> {
        let present = self.items.get(&key).map(|item| item.number);
        let is_permitted = match flaw {
            Some(Flaw::EqualNumber) => present.is_none_or(|present| present <= item.number),
            Some(Flaw::LowerNumber) => present != Some(item.number),
            _ => item.number.may_replace(present),
        };
        match present {
            Some(present) if !is_permitted => Err(present),
            _ => {
                let before = self.items.insert(key, item);
                self.lagging.insert(key, before);
                Ok(())
            }
        }
    }
}

impl Store {
    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.items.lock().expect("no test panics while it holds the lock")
    }

    pub(crate) fn put(&self, put: Put) -> Result<(), WriteNumber> {
        let mut contents = self.lock();
        contents.attempts.push(put.clone());
        contents.put(put, self.flaw)
    }

    /// Has the next writer die after this number of puts. `None`: never.
    pub(crate) fn fail_after(&self, puts: Option<usize>) {
        self.lock().puts_left = puts;
    }

    /// Repeats an earlier attempt.
    pub(crate) fn repeat(&self, index: prop::sample::Index) {
        let mut contents = self.lock();
        if !contents.attempts.is_empty() {
            let put = contents.attempts[index.index(contents.attempts.len())].clone();
            // A late writer learns nothing that matters here.
            let _ = contents.put(put, self.flaw);
        }
    }

    /// Lets all replicas have all writes.
    pub(crate) fn catch_up(&self) {
        self.lock().lagging.clear();
    }

    /// Deletes the items of which `is_named` says so, where it gets the key and the number.
    pub(crate) fn keep(&self, is_named: impl Fn(&ItemKey, WriteNumber) -> bool) {
        self.lock().items.retain(|key, item| is_named(key, item.number));
    }

    /// Returns an item, which must have this number.
    pub(crate) fn get(&self, key: ItemKey, number: WriteNumber) -> Result<Vec<u8>, String> {
        match self.lock().items.get(&key) {
            Some(item) if item.number == number => Ok(item.bytes.clone()),
            Some(item) => Err(format!("{key} has {:?}, and {number:?} is expected", item.number)),
            None => Err(format!("{key} is missing, and {number:?} is expected")),
        }
    }
}

impl Items for Store {
    type Error = StoreError;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, StoreError> {
        let contents = self.lock();
        let read = |key: &ItemKey| {
            let mut item = contents.items.get(key)?.clone();
            if self.flaw == Some(Flaw::LostBlock) && matches!(key, ItemKey::Block { block: 1, .. }) {
                item.bytes = BlockWriter::new().take();
            }
            Some(item)
        };
        Ok(keys.iter().map(read).collect())
    }

    async fn put(&self, puts: Vec<Put>) -> Result<(), StoreError> {
        for put in puts {
            if let Some(left) = &mut self.lock().puts_left {
                *left = left.checked_sub(1).ok_or_else(|| StoreError("the worker died".to_owned()))?;
            }
            let (key, number) = (put.key, put.item.number);
            match Store::put(self, put) {
                // An earlier try has put it.
                Err(present) if present != number => {
                    return Err(StoreError(format!("{key} has the number of a later compaction")));
                }
                Err(_) | Ok(()) => {}
            }
        }
        Ok(())
    }
}

/// Reads from a replica that lags behind for some items. An outdated item is read again.
impl SearchItems for Store {
    type Error = StoreError;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, StoreError> {
        let contents = self.lock();
        let read = |(key, expected): &(ItemKey, WriteNumber)| {
            let lagging = contents.lagging.get(key).cloned();
            let item = lagging.unwrap_or_else(|| contents.items.get(key).cloned());
            if self.flaw == Some(Flaw::BelievedReplica) {
                return item.map(|item| StoredItem { number: *expected, ..item });
            }
            match item {
                Some(item) if item.number >= *expected => Some(item),
                _ => contents.items.get(key).cloned(),
            }
        };
        Ok(keys.iter().map(read).collect())
    }
}
