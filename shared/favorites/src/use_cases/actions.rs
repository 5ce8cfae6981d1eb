//! One action on several favorites.

use crate::error::{Error, busy};
use crate::limits::BATCH_ANSWER_TIME;
use crate::model::action::Action;
use crate::model::ids::{DataId, UserId};
use crate::model::patch::FavoritePatch;
use crate::model::times::expiry_fault;
use crate::service::Favorites;

/// The result of an action on a favorite: its version after the action, or `None` if it is in the trash or gone.
pub type Acted = Result<Option<u64>, Error>;

impl Favorites {
    /// Applies an action to favorites, one after the other, because they may share a tag. Returns a result for each. An action on one
    /// favorite does not depend on the others, so a request can be repeated: adding, removing and setting something again changes
    /// nothing.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an expiry in the past; [`Error::NoTag`] for a tag to add that does not exist; [`Error::Busy`] and
    /// [`Error::Table`] if the table can't be read or written. Then nothing was changed. The results hold the errors of single favorites, also
    /// [`Error::Busy`] if the time was over before.
    pub async fn act_on_favorites(
        &self,
        user: &UserId,
        action: Action,
        data_ids: &[DataId],
    ) -> Result<Vec<Acted>, Error> {
        self.check_action(user, action).await?;
        let tries = self.tries();
        let mut results = Vec::with_capacity(data_ids.len());
        for data_id in data_ids {
            let has_time = tries.has(BATCH_ANSWER_TIME);
            match if has_time { self.act(user, action, *data_id).await } else { Err(busy()) } {
                Err(error @ (Error::Busy(_) | Error::Table(_))) if results.is_empty() => return Err(error),
                result => results.push(result),
            }
        }
        Ok(results)
    }

    /// Checks what does not depend on the favorites: that an expiry lies ahead, and that a tag to add exists.
    ///
    /// # Errors
    /// [`Error::Invalid`] and [`Error::NoTag`]; [`Error::Busy`] and [`Error::Table`].
    pub(crate) async fn check_action(&self, user: &UserId, action: Action) -> Result<(), Error> {
        match action {
            Action::SetExpiry(time) => match expiry_fault(time, self.store.now()) {
                Some(fault) => Err(Error::Invalid(vec![fault])),
                None => Ok(()),
            },
            Action::Tag(tag_id) => self.check_tags(user, [tag_id].into()).await,
            Action::Untag(_) | Action::Delete | Action::Restore | Action::Purge => Ok(()),
        }
    }

    /// Applies an action to a favorite. Returns its version after the action, or `None` if it is in the trash or gone.
    pub(crate) async fn act(&self, user: &UserId, action: Action, data_id: DataId) -> Acted {
        let favorite = match action {
            Action::Tag(tag_id) => self.tag_favorite(user, data_id, None, tag_id).await?,
            Action::Untag(tag_id) => self.untag_favorite(user, data_id, None, tag_id).await?,
            Action::SetExpiry(time) => {
                let patch = FavoritePatch { expire_time: Some(time), ..FavoritePatch::default() };
                self.update_favorite(user, data_id, None, patch).await?
            }
            Action::Restore => self.restore_favorite(user, data_id, None).await?,
            Action::Delete => return self.delete_favorite(user, data_id, None).await.map(|_| None),
            Action::Purge => return self.purge_favorite(user, data_id).await.map(|()| None),
        };
        Ok(Some(favorite.version))
    }
}
