//! The bytes and the time that a search may take for one page.

use tokio::time::Instant;

use crate::service::Favorites;

/// The approximate bytes of a favorite without its text.
const FAVORITE_WITHOUT_TEXT: usize = 500;

/// The part of a search's budget that is left.
#[derive(Debug)]
pub(super) struct Budget {
    bytes: usize,
    /// The time at which the search ends.
    pub(super) end: Instant,
}

impl Budget {
    /// The whole budget of a search that begins now.
    pub(super) fn new(favorites: &Favorites) -> Self {
        Self { bytes: favorites.search_bytes, end: Instant::now() + favorites.search_time }
    }

    /// Takes off the bytes of an item that was read.
    pub(super) fn read(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Takes off the approximate bytes of a favorite with this text.
    pub(super) fn read_favorite(&mut self, text: &str) {
        self.read(text.len() + FAVORITE_WITHOUT_TEXT);
    }

    /// Returns the bytes that are left.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns true if the search may read more.
    pub(super) fn is_left(&self) -> bool {
        self.bytes > 0
    }
}
