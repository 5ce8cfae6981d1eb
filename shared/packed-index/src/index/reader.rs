//! Reads items, and checks that they are those that the state names.

use super::item::{ItemKey, Items, StoredItem};
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
        /// The number of the item. `None` if the item does not exist.
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

/// Reads the items of one user.
pub(crate) struct Reader<'a, I>(pub(crate) &'a I);

impl<I: Items> Reader<'_, I> {
    /// Returns the contents of items with these keys, all of which have a number, as `decode` reads them.
    pub(crate) async fn read<T>(
        &self,
        keys: &[ItemKey],
        number: WriteNumber,
        decode: impl FnMut(ItemKey, &[u8]) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, ReadError<I::Error>> {
        self.read_numbered(keys, std::iter::repeat(number), decode).await
    }

    /// Like [`read`](Self::read), for items that have numbers of their own.
    pub(crate) async fn read_numbered<T>(
        &self,
        keys: &[ItemKey],
        numbers: impl Iterator<Item = WriteNumber>,
        mut decode: impl FnMut(ItemKey, &[u8]) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, ReadError<I::Error>> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let read = self.0.read(keys).await.map_err(ReadError::Store)?;
        let mut read = read.into_iter();
        let mut decoded = Vec::with_capacity(keys.len());
        for (key, number) in keys.iter().zip(numbers) {
            let item = checked(*key, number, read.next().flatten())?;
            let content = decode(*key, &item.bytes);
            decoded.push(content.map_err(|source| ReadError::Malformed { key: *key, source })?);
        }
        Ok(decoded)
    }
}

/// Returns an item if it is the one that the state names.
pub(crate) fn checked<E: std::error::Error>(
    key: ItemKey,
    expected: WriteNumber,
    item: Option<StoredItem>,
) -> Result<StoredItem, ReadError<E>> {
    let found = item.as_ref().map(|item| item.number);
    item.filter(|item| item.number == expected).ok_or(ReadError::Other { key, expected, found })
}
