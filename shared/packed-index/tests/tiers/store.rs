//! The store: items by key, with the write rule.

use std::collections::BTreeMap;

use packed_index::{Fence, WriteNumber};

/// A mistake that the model can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Merges take a block as empty.
    LostBlock,
    /// Merges write at the fences that their set had before it was emptied.
    StaleFences,
    /// Items are replaced by others with the same number.
    EqualNumber,
    /// Merges drop tombstones although older runs exist.
    EarlyDrop,
}

/// A set of a tier.
pub(crate) type SetPlace = (usize, usize);

/// The key of an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Text(u8),
    Documents(SetPlace, u8, usize),
    Map(SetPlace, u8),
    Block(SetPlace, Fence, u8),
}

/// An attempt to put an item.
#[derive(Debug, Clone)]
pub(crate) struct Put {
    pub(crate) key: Key,
    pub(crate) number: WriteNumber,
    pub(crate) bytes: Vec<u8>,
}

/// The items, and all attempts so far, which late writers repeat.
#[derive(Debug, Default)]
pub(crate) struct Store {
    items: BTreeMap<Key, (WriteNumber, Vec<u8>)>,
    pub(crate) attempts: Vec<Put>,
    pub(crate) flaw: Option<Flaw>,
}

impl Store {
    pub(crate) fn new(flaw: Option<Flaw>) -> Self {
        Self { flaw, ..Self::default() }
    }

    /// Puts an item if the rule permits it. Otherwise returns the number of the item that is there.
    pub(crate) fn put(&mut self, put: Put) -> Result<(), WriteNumber> {
        self.attempts.push(put.clone());
        self.put_unrecorded(put)
    }

    fn put_unrecorded(&mut self, put: Put) -> Result<(), WriteNumber> {
        let present = self.items.get(&put.key).map(|(number, _)| *number);
        let is_permitted = match self.flaw {
            Some(Flaw::EqualNumber) => present.is_none_or(|present| present <= put.number),
            _ => put.number.may_replace(present),
        };
        match present {
            Some(present) if !is_permitted => Err(present),
            _ => {
                self.items.insert(put.key, (put.number, put.bytes));
                Ok(())
            }
        }
    }

    /// Repeats an earlier attempt.
    pub(crate) fn repeat(&mut self, index: usize) {
        if let Some(put) = self.attempts.get(index).cloned() {
            let _ = self.put_unrecorded(put);
        }
    }

    /// Returns an item, which must have this number.
    pub(crate) fn get(&self, key: &Key, number: WriteNumber) -> Result<&[u8], String> {
        match self.items.get(key) {
            Some((present, bytes)) if *present == number => Ok(bytes),
            Some((present, _)) => Err(format!("{key:?} has {present:?}, and {number:?} is expected")),
            None => Err(format!("{key:?} is missing")),
        }
    }

    /// Returns the last fence at or before `fence` at which a run of these slots has an item.
    pub(crate) fn fence_before(
        &self,
        set: SetPlace,
        fence: &Fence,
        runs: &[(u8, WriteNumber)],
    ) -> Option<Fence> {
        let keys = Key::Block(set, Fence::default(), 0)..=Key::Block(set, fence.clone(), u8::MAX);
        self.items.range(keys).rev().find_map(|(key, (number, _))| match key {
            Key::Block(_, fence, slot) if runs.contains(&(*slot, *number)) => Some(fence.clone()),
            _ => None,
        })
    }
}
