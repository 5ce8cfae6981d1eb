//! The items of the search index of one user.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use packed_index::{Fence, FoundBlock, ItemKey, SetPlace, StoredItem};

use crate::model::ids::UserId;
use crate::service::Favorites;

/// The items of one user.
pub(crate) struct UserItems<'a> {
    pub(super) favorites: &'a Favorites,
    pub(super) user: &'a UserId,
    /// The bytes of content that were read and not taken note of.
    read_bytes: AtomicUsize,
    /// The items that a search has read.
    known: Mutex<KnownItems>,
}

/// Items that a search has read. The steps of a search need some of them again, and the head names items that don't change.
#[derive(Default)]
pub(super) struct KnownItems {
    pub(super) items: HashMap<ItemKey, StoredItem>,
    pub(super) blocks: HashMap<(SetPlace, Fence), Vec<FoundBlock>>,
}

impl<'a> UserItems<'a> {
    pub(crate) fn new(favorites: &'a Favorites, user: &'a UserId) -> Self {
        Self { favorites, user, read_bytes: AtomicUsize::new(0), known: Mutex::default() }
    }

    /// Returns the bytes of content that were read since the last call.
    pub(crate) fn take_read_bytes(&self) -> usize {
        self.read_bytes.swap(0, Ordering::Relaxed)
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
