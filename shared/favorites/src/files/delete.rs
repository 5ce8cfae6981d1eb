//! The deletion of all files of a user.

use super::error::FilesError;
use super::keys::folders;
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Deletes some files of a user's imports and exports, and returns their number. If it is 0, the user has none.
    ///
    /// # Errors
    /// [`FilesError::NoBucket`] and [`FilesError::Store`].
    pub(crate) async fn delete_files(&self, user: &UserId) -> Result<u64, FilesError> {
        let store = self.files()?;
        let mut deleted = 0;
        for folder in folders(user)? {
            for file in store.first_in(&folder).await? {
                store.delete(&file).await?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }
}
