//! Texts of unknown length in bounded memory.

use std::borrow::Cow;
use std::str;

/// The beginning of a text, and the size of all of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Capped {
    kept: Vec<u8>,
    size: u64,
}

impl Capped {
    pub(crate) fn of(text: &[u8], limit: usize) -> Self {
        let mut capped = Self::default();
        capped.push(text, limit);
        capped
    }

    /// Appends `bytes`, and keeps them as long as the text has at most `limit` bytes.
    pub(crate) fn push(&mut self, bytes: &[u8], limit: usize) {
        let room = limit.saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&bytes[..room.min(bytes.len())]);
        self.size += bytes.len() as u64;
    }

    /// Appends the beginning of another text that was kept with the same limit.
    pub(crate) fn append(&mut self, other: &Self, limit: usize) {
        self.push(&other.kept, limit);
        self.size += other.size - other.kept.len() as u64;
    }

    /// The beginning of the text: all of it, unless [`Self::size`] is larger.
    pub(crate) fn kept(&self) -> &[u8] {
        &self.kept
    }

    /// Returns the kept text, which is UTF-8, up to its last whole character.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match str::from_utf8(&self.kept) {
            Err(cut) if cut.error_len().is_none() => String::from_utf8_lossy(&self.kept[..cut.valid_up_to()]),
            _ => String::from_utf8_lossy(&self.kept),
        }
    }

    /// The bytes of the whole text.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn clear(&mut self) {
        self.kept.clear();
        self.size = 0;
    }

    /// Returns whether not all of the text is kept.
    pub(crate) fn is_cut(&self) -> bool {
        self.size > self.kept.len() as u64
    }
}
