//! The search index of a user: which favorites have a word, a type or a tag.
//!
//! [`packed_index`] has the algorithms; this module stores the index in the table. `docs/search.md` explains it with an example.
//!
//! The head of the catalogue has the [state](UserIndex) of the index, which names all visible items. A commit of the change consumer
//! [adds](grow) the new versions of favorites to that state, in the same put that counts them. The worker
//! [compacts](compact) what has piled up. All other items are put before the head that names them, on the
//! condition that they replace only items with a lower number. So a writer that stops anywhere leaves items
//! that nobody sees.
//!
//! The version of a favorite in the index is the revision of the head with which the change was committed. So the highest version is
//! what the catalogue knows, also where reconciliation has corrected it.

mod compact;
mod grow;
mod items;
mod reads;
mod sizes;
pub(crate) mod terms;
mod texts;
mod user_index;
mod user_items;
mod writes;

pub(crate) use items::{SearchBlock, SearchDirectory, SearchDocuments, SearchTextSlot};
pub(crate) use sizes::IndexSizes;
pub(crate) use user_index::UserIndex;
pub(crate) use user_items::UserItems;

use packed_index::ReadError;

use crate::error::{Error, busy};

/// Returns the error of a read. An item that is not the one that the state names was replaced since the state was read.
pub(crate) fn read_error(error: ReadError<Error>) -> Error {
    match error {
        ReadError::Store(error) => error,
        error @ ReadError::Other { .. } => {
            tracing::info!(%error, "the search index has changed since its state was read");
            busy()
        }
        error @ ReadError::Malformed { .. } => Error::catalogue(error),
    }
}
