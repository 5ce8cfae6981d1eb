//! Mending an index whose items are lost, or from another moment than the head.

use super::read_error;
use super::user_index::UserIndex;
use super::user_items::UserItems;
use crate::error::{Busy, Error};
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Reads all items of an index. Returns the index as it is to be stored: without merges under way, which then begin again, and
    /// without anything if an item is lost or can't be read.
    ///
    /// # Errors
    /// The errors of reading the table.
    pub(crate) async fn mended_index(&self, user: &UserId, index: &UserIndex) -> Result<UserIndex, Error> {
        let items = UserItems::new(self, user);
        match index.state.check(&items, &self.index_sizes.limits).await.map_err(read_error) {
            Ok(()) => Ok(index.without_merges()),
            Err(error @ (Error::Busy(Busy::Contended) | Error::Catalogue { .. })) => {
                tracing::error!(%error, "the search index of a user can't be read and is made again");
                Ok(index.rebuilt(self.store.now()))
            }
            Err(error) => Err(error),
        }
    }
}
