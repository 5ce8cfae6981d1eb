//! The use of an account.

use crate::error::Error;
use crate::model::counts::Counts;
use crate::model::ids::UserId;
use crate::model::tag::{TagQuota, TagQuotaKey};
use crate::service::Favorites;

/// The things that a user keeps, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The numbers of favorites.
    pub counts: Counts,
    /// The number of tags.
    pub tags: u64,
}

impl Favorites {
    /// Returns the numbers of things that a user keeps. This is the price of [`counts`](Self::counts) and one read of one item.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Catalogue`] and [`Error::Table`].
    pub async fn account(&self, user: &UserId) -> Result<Account, Error> {
        let counts = self.counts(user).await?;
        let key = TagQuotaKey { user_id: user.clone() };
        let quota: Option<TagQuota> = self.store.get(&key).await?;
        Ok(Account { counts, tags: quota.map_or(0, |quota| quota.tags) })
    }
}
