//! Merges a tag into another one.

use single_table::{Check, Condition, Put, Transaction};

use crate::error::{Error, Fault};
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{Tag, TagKey};
use crate::service::Favorites;
use crate::use_cases::edit::expect;
use crate::use_cases::merged_tag::MergedTag;
use crate::use_cases::tag_cleanup::TagCleanup;
use crate::use_cases::tags::remove_tag;

impl Favorites {
    /// Deletes a tag, frees its name, and has its favorites get the tag `into` in its place. The stream's consumer changes the favorites,
    /// at most [`CLEANUP_STEP`](crate::limits::CLEANUP_STEP) at a time. Favorites in the trash only lose the tag.
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
        let (mut tries, mut is_counted) = (self.tries(), true);
        loop {
            let outcome = self.try_merge(user, tag_id, into, expected, &mut is_counted).await;
            if tries.after(outcome).await?.is_some() {
                return Ok(());
            }
        }
    }

    async fn try_merge(
        &self,
        user: &UserId,
        tag_id: TagId,
        into: TagId,
        expected: Option<u64>,
        is_counted: &mut bool,
    ) -> Result<Option<()>, Error> {
        let tag = self.read_tag(user, tag_id).await?;
        expect(expected, tag.version)?;
        let mut transaction = Transaction::new();
        let quota = remove_tag(&mut transaction, &tag, *is_counted);
        let key = TagKey { user_id: user.clone(), tag_id: into };
        let target = transaction.add(Check::<Tag>::new(key, Condition::live()));
        let now = self.store.now();
        transaction.add(Put::new(&TagCleanup::begin(user, tag_id, now)));
        transaction.add(Put::new(&MergedTag::new(user, tag_id, into, now)));
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(()));
        };
        if cancelled.failed(target) {
            return Err(Error::NoTag(into));
        }
        // A restored table may have a tag that its quota does not count. Otherwise, another request renamed the tag in between.
        *is_counted &= !quota.is_some_and(|quota| cancelled.failed(quota));
        Ok(None)
    }
}
