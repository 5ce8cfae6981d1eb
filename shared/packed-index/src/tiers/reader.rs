//! Reads items for a step, each at most once.

use std::collections::BTreeMap;

use super::item::{ItemKey, Items};
use crate::error::Malformed;
use crate::write_number::WriteNumber;

/// The error of a read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError<E: std::error::Error + 'static> {
    /// The store's error.
    #[error("items of the index can't be read")]
    Store(#[source] E),
    /// The item is not the one that the state names.
    #[error(
        "{key} has the number {found:?}, and {expected:?} is expected: the state that was read is not the current one, or the item is lost"
    )]
    Other {
        /// The key.
        key: ItemKey,
        /// The number in the state.
        expected: WriteNumber,
        /// The number of the item, or `None` if there is no item.
        found: Option<WriteNumber>,
    },
    /// The content is damaged.
    #[error("{key} can't be read")]
    Malformed {
        /// The key.
        key: ItemKey,
        /// The reason.
        source: Malformed,
    },
}

/// The items that were read for a step.
pub(super) struct Reader<'a, I> {
    items: &'a I,
    known: BTreeMap<ItemKey, Vec<u8>>,
}

impl<'a, I: Items> Reader<'a, I> {
    pub(super) fn new(items: &'a I) -> Self {
        Self { items, known: BTreeMap::new() }
    }

    /// Reads the items with these keys and numbers, unless they are known.
    pub(super) async fn load(
        &mut self,
        wanted: Vec<(ItemKey, WriteNumber)>,
    ) -> Result<(), ReadError<I::Error>> {
        let (mut keys, mut numbers) = (Vec::new(), Vec::new());
        for (key, number) in wanted.into_iter().filter(|(key, _)| !self.known.contains_key(key)) {
            keys.push(key);
            numbers.push(number);
        }
        if keys.is_empty() {
            return Ok(());
        }
        let read = self.items.read(&keys).await.map_err(ReadError::Store)?;
        let mut read = read.into_iter();
        for (key, expected) in keys.into_iter().zip(numbers) {
            match read.next().flatten() {
                Some(item) if item.number == expected => {
                    self.known.insert(key, item.bytes);
                }
                other => {
                    let found = other.map(|item| item.number);
                    return Err(ReadError::Other { key, expected, found });
                }
            }
        }
        Ok(())
    }

    /// Returns the content of an item that was loaded, as `decode` reads it.
    pub(super) fn get<'b, T>(
        &'b self,
        key: &ItemKey,
        decode: impl FnOnce(&'b [u8]) -> Result<T, Malformed>,
    ) -> Result<T, ReadError<I::Error>> {
        let bytes = self.known.get(key).map_or(&[][..], Vec::as_slice);
        decode(bytes).map_err(|source| ReadError::Malformed { key: key.clone(), source })
    }
}
