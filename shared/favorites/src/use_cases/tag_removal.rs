//! The removal of a tag: a deletion, or a merge into another tag.

use single_table::{Check, Condition, Put, Transaction};

use crate::error::Error;
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{Tag, TagKey};
use crate::service::Favorites;
use crate::use_cases::edit::expect;
use crate::use_cases::merged_tag::MergedTag;
use crate::use_cases::tag_changes::TagNote;
use crate::use_cases::tag_cleanup::TagCleanup;

impl Favorites {
    /// Removes a tag, frees its name, and begins the clean-up of its favorites, which get the tag `into` in its place if there is one.
    pub(super) async fn remove_tag(
        &self,
        user: &UserId,
        tag_id: TagId,
        into: Option<TagId>,
        expected: Option<u64>,
    ) -> Result<(), Error> {
        let mut tries = self.tries();
        loop {
            let outcome = self.try_remove_tag(user, tag_id, into, expected).await;
            if tries.after(outcome).await?.is_some() {
                return Ok(());
            }
        }
    }

    async fn try_remove_tag(
        &self,
        user: &UserId,
        tag_id: TagId,
        into: Option<TagId>,
        expected: Option<u64>,
    ) -> Result<Option<()>, Error> {
        let tag = self.read_tag(user, tag_id).await?;
        expect(expected, tag.version)?;
        let now = self.store.now();
        let quota = self.tag_quota(user).await?;
        let mut transaction = Transaction::new();
        transaction.remove(&tag);
        TagNote { user, quota: quota.as_ref(), tag_ids: vec![tag_id], now }.remove(&mut transaction);
        transaction.add(Put::new(&TagCleanup::begin(user, tag_id, now)));
        self.list_cleanup(&mut transaction, user).await?;
        let target = into.map(|into| {
            transaction.add(Put::new(&MergedTag::new(user, tag_id, into, now)));
            let key = TagKey { user_id: user.clone(), tag_id: into };
            (into, transaction.add(Check::<Tag>::new(key, Condition::live())))
        });
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(()));
        };
        // Otherwise, another request renamed the tag in between, or changed another one, or the worker's list
        // of the user's work has changed.
        match target {
            Some((into, exists)) if cancelled.failed(exists) => Err(Error::NoTag(into)),
            _ => Ok(None),
        }
    }
}
