//! Making, renaming, deleting and listing tags.

use single_table::{Condition, Put, Transaction, Update, Versioned as _};

use crate::counts::counted;
use crate::error::Error;
use crate::favorites::{Favorites, TRIES, busy, expect};
use crate::idempotency::Repeatable;
use crate::ids::{TagId, UserId};
use crate::limits::TAGS_PER_PERSON;
use crate::page::{Page, PageRequest};
use crate::tag::{
    CountedTag, Tag, TagKey, TagName, TagQuota, TagQuotaKey, TagSort, TagsByCreateTime, TagsByLastAccessTime,
    TagsByName,
};
use crate::tag_cleanup::TagCleanup;
use crate::value::IdempotencyKey;

impl Favorites {
    /// Makes a tag. With an idempotency key, the same request again gives what the first one gave.
    ///
    /// # Errors
    /// [`Error::TagNameTaken`]; [`Error::TooManyTags`]; [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and
    /// [`Error::Table`].
    pub async fn create_tag(
        &self,
        user: &UserId,
        name: TagName,
        key: Option<&IdempotencyKey>,
    ) -> Result<Tag, Error> {
        let repeatable = Repeatable::new(user, key, "create-tag", &name)?;
        let now = self.store.now();
        let tag = Tag {
            user_id: user.clone(),
            tag_id: TagId::at(now),
            tag_name: name,
            create_time: now,
            last_access_time: now,
            version: 1,
        };
        let mut transaction = Transaction::new();
        let created = transaction.insert(&tag);
        let room = Condition::absent() | TagQuota::TAGS.lt(TAGS_PER_PERSON);
        let quota_key = TagQuotaKey { user_id: user.clone() };
        let quota = transaction.add(Update::upsert(quota_key).add(TagQuota::TAGS, 1).only_if(room));
        let remembered = repeatable
            .as_ref()
            .map(|repeatable| repeatable.remember(&mut transaction, &tag, now).map(|op| (repeatable, op)))
            .transpose()?;
        let cancelled = match self.store.transact(transaction).await {
            Ok(_) => return Ok(tag),
            Err(error) => error.into_cancelled()?,
        };
        if let Some((repeatable, op)) = remembered
            && let Some(first) = repeatable.replay(&cancelled, op)?
        {
            return Ok(first);
        }
        if let Some(taken) = cancelled.taken(created)?.first() {
            return Err(Error::TagNameTaken { tag_id: taken.owner.tag_id });
        }
        if cancelled.failed(quota) { Err(Error::TooManyTags) } else { Err(busy()) }
    }

    /// One tag with its count.
    ///
    /// # Errors
    /// [`Error::NoTag`], [`Error::Busy`] and [`Error::Table`].
    pub async fn tag(&self, user: &UserId, tag_id: TagId) -> Result<CountedTag, Error> {
        let tag = self.read_tag(user, tag_id).await?;
        self.counted(tag).await
    }

    async fn read_tag(&self, user: &UserId, tag_id: TagId) -> Result<Tag, Error> {
        let key = TagKey { user_id: user.clone(), tag_id };
        self.store.get(&key).consistent().await?.ok_or(Error::NoTag(tag_id))
    }

    async fn counted(&self, tag: Tag) -> Result<CountedTag, Error> {
        let tally = self.tally(&tag.user_id).await?;
        counted(vec![tag], &tally).pop().ok_or_else(busy)
    }

    /// Renames a tag. Its old name is free from then on.
    ///
    /// # Errors
    /// [`Error::NoTag`]; [`Error::VersionMismatch`] when it is not at `expected`; [`Error::TagNameTaken`];
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn rename_tag(
        &self,
        user: &UserId,
        tag_id: TagId,
        expected: Option<u64>,
        name: TagName,
    ) -> Result<CountedTag, Error> {
        for _ in 0..TRIES {
            let before = self.read_tag(user, tag_id).await?;
            expect(expected, before.version)?;
            if before.tag_name == name {
                return self.counted(before).await;
            }
            let mut after = Tag { tag_name: name.clone(), ..before.clone() };
            // A reading of the tag's list moves this time and leaves the version: it is no news to who edits.
            let untouched = Tag::LAST_ACCESS_TIME.eq(before.last_access_time);
            let mut transaction = Transaction::new();
            let renamed = transaction.replace_if(&before, &after, untouched);
            match self.store.transact(transaction).await {
                Ok(_) => {
                    after.set_next_version(&before);
                    return self.counted(after).await;
                }
                Err(error) => {
                    let cancelled = error.into_cancelled()?;
                    if !cancelled.failed(renamed)
                        && let Some(taken) = cancelled.taken(renamed)?.first()
                    {
                        return Err(Error::TagNameTaken { tag_id: taken.owner.tag_id });
                    }
                }
            }
        }
        Err(busy())
    }

    /// Deletes a tag and frees its name. The stream's consumer then takes it off the favorites that have it, at most
    /// [`CLEANUP_STEP`](crate::limits::CLEANUP_STEP) at a time.
    ///
    /// # Errors
    /// [`Error::NoTag`]; [`Error::VersionMismatch`] when it is not at `expected`; [`Error::Busy`] and [`Error::Table`].
    pub async fn delete_tag(&self, user: &UserId, tag_id: TagId, expected: Option<u64>) -> Result<(), Error> {
        let mut is_counted = true;
        for _ in 0..TRIES {
            let tag = self.read_tag(user, tag_id).await?;
            expect(expected, tag.version)?;
            let mut transaction = Transaction::new();
            transaction.remove(&tag);
            let quota_key = TagQuotaKey { user_id: user.clone() };
            let quota =
                is_counted.then(|| transaction.add(Update::upsert(quota_key).add(TagQuota::TAGS, -1)));
            transaction.add(Put::new(&TagCleanup::begin(user, tag_id, self.store.now())));
            match self.store.transact(transaction).await {
                Ok(_) => return Ok(()),
                Err(error) => {
                    let cancelled = error.into_cancelled()?;
                    // A restored table may have a tag that its quota does not count. Else it was renamed in between.
                    is_counted &= !quota.is_some_and(|quota| cancelled.failed(quota));
                }
            }
        }
        Err(busy())
    }

    /// A person's tags in one of three orders, each with its count: one query and one read of the counters.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_tags(
        &self,
        user: &UserId,
        sort: TagSort,
        page: &PageRequest,
    ) -> Result<Page<CountedTag>, Error> {
        let Page { items, next } = match sort {
            TagSort::TagName => self.read_page(TagsByName::query(user.clone()), page).await?,
            TagSort::CreateTime => self.read_page(TagsByCreateTime::query(user.clone()), page).await?,
            TagSort::LastAccessTime => {
                self.read_page(TagsByLastAccessTime::query(user.clone()), page).await?
            }
        };
        let tally = self.tally(user).await?;
        Ok(Page { items: counted(items, &tally), next })
    }
}
