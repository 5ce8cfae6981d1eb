//! The items of the search index of one user.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use packed_index::{ItemKey, StoredItem};

use crate::model::ids::UserId;
use crate::service::Favorites;

/// The items of one user.
pub(crate) struct UserItems<'a> {
    pub(super) favorites: &'a Favorites,
    pub(super) user: &'a UserId,
    /// The bytes of content that were read since the last call of [`Self::take_read_bytes`].
    read_bytes: AtomicUsize,
    /// The items that a search has read.
    known: Mutex<KnownItems>,
}

/// Items that a search has read. The head names items that don't change, and a step of a search needs some items of the step before it
/// again. Items that a step has not asked for are forgotten at the end of the next one, so a long search does not keep all it has read.
pub(super) type KnownItems = Generations<ItemKey, StoredItem>;

/// Values that the step under way has asked for, and those of the step before it.
pub(super) struct Generations<K, V> {
    current: HashMap<K, V>,
    previous: HashMap<K, V>,
}

impl<K, V> Default for Generations<K, V> {
    fn default() -> Self {
        Self { current: HashMap::new(), previous: HashMap::new() }
    }
}

impl<K: Hash + Eq, V> Generations<K, V> {
    pub(super) fn get(&mut self, key: &K) -> Option<&V> {
        if let Some((key, value)) = self.previous.remove_entry(key) {
            self.current.insert(key, value);
        }
        self.current.get(key)
    }

    pub(super) fn insert(&mut self, key: K, value: V) {
        self.current.insert(key, value);
    }

    fn age(&mut self) {
        self.previous = std::mem::take(&mut self.current);
    }
}

impl<'a> UserItems<'a> {
    pub(crate) fn new(favorites: &'a Favorites, user: &'a UserId) -> Self {
        Self { favorites, user, read_bytes: AtomicUsize::new(0), known: Mutex::default() }
    }

    /// Returns the bytes of content that were read since the last call.
    pub(crate) fn take_read_bytes(&self) -> usize {
        self.read_bytes.swap(0, Ordering::Relaxed)
    }

    /// Begins a step of a search.
    pub(crate) fn begin_step(&self) {
        self.known().age();
    }

    pub(super) fn known(&self) -> MutexGuard<'_, KnownItems> {
        // A panic elsewhere leaves whole items.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note_read<'i>(&self, items: impl IntoIterator<Item = &'i StoredItem>) {
        let bytes = items.into_iter().map(|item| item.bytes.len()).sum();
        self.read_bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_step_has_not_asked_for_is_forgotten_at_the_end_of_the_next_one() {
        let mut values = Generations::default();
        values.insert(1, "asked for again");
        values.insert(2, "not asked for again");
        values.age();
        assert_eq!(values.get(&1), Some(&"asked for again"));
        values.age();
        assert_eq!(values.get(&1), Some(&"asked for again"));
        assert_eq!(values.get(&2), None);
    }

    #[test]
    fn a_value_replaces_the_one_of_the_step_before() {
        let mut values = Generations::default();
        values.insert(1, "old");
        values.age();
        assert_eq!(values.get(&1), Some(&"old"));
        values.insert(1, "new");
        assert_eq!(values.get(&1), Some(&"new"));
        values.age();
        assert_eq!(values.get(&1), Some(&"new"));
    }
}
