//! The removal of a tag: a deletion, or a merge into another tag.

use single_table::write::Op;
use single_table::{Check, Condition, Put, Transaction, Update};

use crate::error::Error;
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{Tag, TagKey, TagQuota, TagQuotaKey};
use crate::service::Favorites;
use crate::table::FavoritesTable;
use crate::use_cases::edit::expect;
use crate::use_cases::merged_tag::MergedTag;
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
        let (mut tries, mut is_counted) = (self.tries(), true);
        loop {
            let outcome = self.try_remove_tag(user, tag_id, into, expected, &mut is_counted).await;
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
        is_counted: &mut bool,
    ) -> Result<Option<()>, Error> {
        let tag = self.read_tag(user, tag_id).await?;
        expect(expected, tag.version)?;
        let now = self.store.now();
        let mut transaction = Transaction::new();
        transaction.remove(&tag);
        let quota = is_counted.then(|| take_from_quota(&mut transaction, user));
        transaction.add(Put::new(&TagCleanup::begin(user, tag_id, now)));
        let target = into.map(|into| {
            transaction.add(Put::new(&MergedTag::new(user, tag_id, into, now)));
            let key = TagKey { user_id: user.clone(), tag_id: into };
            (into, transaction.add(Check::<Tag>::new(key, Condition::live())))
        });
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(()));
        };
        match target {
            Some((into, exists)) if cancelled.failed(exists) => return Err(Error::NoTag(into)),
            _ => {}
        }
        // A restored table may have a tag that its quota does not count. Otherwise, another request renamed the tag in between.
        *is_counted &= !quota.is_some_and(|quota| cancelled.failed(quota));
        Ok(None)
    }
}

/// Counts a tag no more.
fn take_from_quota(transaction: &mut Transaction<FavoritesTable>, user: &UserId) -> Op<TagQuota> {
    transaction.add(Update::upsert(TagQuotaKey { user_id: user.clone() }).add(TagQuota::TAGS, -1))
}
