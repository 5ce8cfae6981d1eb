//! Merges a tag into another one.

use crate::error::{Error, Fault};
use crate::model::ids::{TagId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Deletes a tag, frees its name, and has its favorites get the tag `into` in its place. The worker
    /// changes the favorites, at most [`CLEANUP_STEP`](crate::limits::CLEANUP_STEP) at a time. Favorites in
    /// the trash only lose the tag.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the two tags are one; [`Error::NoTag`] if one of them does not exist; [`Error::VersionMismatch`] when the
    /// first is not at `expected`; [`Error::Busy`] and [`Error::Table`].
    pub async fn merge_tag(
        &self,
        user: &UserId,
        tag_id: TagId,
        into: TagId,
        expected: Option<u64>,
    ) -> Result<(), Error> {
        if tag_id == into {
            let message = format!("must be another tag than the one in the path; {into} was given");
            return Err(Error::Invalid(vec![Fault::new("/into", message)]));
        }
        self.remove_tag(user, tag_id, Some(into), expected).await
    }
}
