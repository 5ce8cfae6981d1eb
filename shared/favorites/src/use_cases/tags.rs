//! Use cases of tags: create, read, rename, delete and list.

use single_table::{Transaction, Versioned as _};

use crate::error::Error;
use crate::model::ids::{TagId, UserId};
use crate::model::new_tag::TagDraft;
use crate::model::page::{Page, PageRequest};
use crate::model::tag::{
    CountedTag, Tag, TagKey, TagName, TagSort, TagsByCreateTime, TagsByLastAccessTime, TagsByName,
};
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::use_cases::edit::expect;
use crate::use_cases::idempotency::Repeatable;
use crate::use_cases::tag_changes::TagNote;

impl Favorites {
    /// Creates a tag. With an idempotency key, a repeated request returns the result of the first one.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the faults of the draft and for times out of range; [`Error::TagNameTaken`];
    /// [`Error::TooManyTags`]; [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn create_tag(
        &self,
        user: &UserId,
        new: impl Into<TagDraft>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Tag, Error> {
        let draft = new.into();
        let repeatable = Repeatable::new(user, key, "create-tag", &draft)?;
        let mut tries = self.tries();
        loop {
            let outcome = self.try_create_tag(user, &draft, &repeatable).await;
            if let Some(tag) = tries.after(outcome).await? {
                return Ok(tag);
            }
        }
    }

    async fn try_create_tag(
        &self,
        user: &UserId,
        draft: &TagDraft,
        repeatable: &Repeatable,
    ) -> Result<Option<Tag>, Error> {
        let now = self.store.now();
        let tag = draft.first_version(user, now).map_err(Error::Invalid)?;
        let before = self.tag_quota(user).await?;
        let note = TagNote { user, quota: before.as_ref(), tag_ids: vec![tag.tag_id], now };
        let exceeds_limit = note.exceeds_limit();
        let mut transaction = Transaction::new();
        let created = transaction.insert(&tag);
        let quota = note.create(&mut transaction);
        let remembered = repeatable.remember(&mut transaction, &tag, now)?;
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(tag));
        };
        if let Some(first) = repeatable.replay(&cancelled, remembered)? {
            return Ok(Some(first));
        }
        if let Some(taken) = cancelled.taken(created)?.first() {
            return Err(Error::TagNameTaken { tag_id: taken.owner.tag_id });
        }
        if exceeds_limit && cancelled.failed(quota) { Err(Error::TooManyTags) } else { Ok(None) }
    }

    /// Returns a tag with its count.
    ///
    /// # Errors
    /// [`Error::NoTag`], [`Error::Busy`] and [`Error::Table`].
    pub async fn tag(&self, user: &UserId, tag_id: TagId) -> Result<CountedTag, Error> {
        let tag = self.read_tag(user, tag_id).await?;
        self.counted(tag).await
    }

    pub(super) async fn read_tag(&self, user: &UserId, tag_id: TagId) -> Result<Tag, Error> {
        let key = TagKey { user_id: user.clone(), tag_id };
        self.store.get(&key).consistent().await?.ok_or(Error::NoTag(tag_id))
    }

    async fn counted(&self, tag: Tag) -> Result<CountedTag, Error> {
        let user = tag.user_id.clone();
        let tag_id = tag.tag_id;
        self.with_counts(&user, vec![tag]).await?.pop().ok_or(Error::NoTag(tag_id))
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
        let mut tries = self.tries();
        loop {
            let outcome = self.try_rename(user, tag_id, expected, &name).await;
            if let Some(tag) = tries.after(outcome).await? {
                return self.counted(tag).await;
            }
        }
    }

    async fn try_rename(
        &self,
        user: &UserId,
        tag_id: TagId,
        expected: Option<u64>,
        name: &TagName,
    ) -> Result<Option<Tag>, Error> {
        let before = self.read_tag(user, tag_id).await?;
        expect(expected, before.version)?;
        if before.tag_name == *name {
            return Ok(Some(before));
        }
        let renamed = self.rename_together(user, &[(before, name.clone())]).await?;
        Ok(renamed.and_then(|mut renamed| renamed.pop()))
    }

    /// Gives tags other names in one transaction. Returns the tags as they are then, or `None` if another
    /// request was faster.
    ///
    /// # Errors
    /// [`Error::TagNameTaken`], [`Error::Busy`] and [`Error::Table`].
    pub(super) async fn rename_together(
        &self,
        user: &UserId,
        renames: &[(Tag, TagName)],
    ) -> Result<Option<Vec<Tag>>, Error> {
        let now = self.store.now();
        let quota = self.tag_quota(user).await?;
        let tag_ids = renames.iter().map(|(tag, _)| tag.tag_id).collect();
        let mut transaction = Transaction::new();
        TagNote { user, quota: quota.as_ref(), tag_ids, now }.rename(&mut transaction);
        let mut after: Vec<Tag> = renames.iter().map(|(before, name)| before.renamed(name, now)).collect();
        let mut operations = Vec::new();
        for ((before, _), after) in renames.iter().zip(&after) {
            // A reading of the tag's list moves this time and leaves the version, because an edit does not
            // depend on it.
            let untouched = Tag::LAST_ACCESS_TIME.eq(before.last_access_time);
            operations.push(transaction.replace_if(before, after, untouched));
        }
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            for ((before, _), after) in renames.iter().zip(&mut after) {
                after.set_next_version(before);
            }
            return Ok(Some(after));
        };
        for operation in operations {
            if cancelled.failed(operation) {
                return Ok(None);
            }
            if let Some(taken) = cancelled.taken(operation)?.into_iter().next() {
                return Err(Error::TagNameTaken { tag_id: taken.owner.tag_id });
            }
        }
        Ok(None)
    }

    /// Deletes a tag and frees its name. The worker then removes the tag from its favorites, at most
    /// [`CLEANUP_STEP`](crate::limits::CLEANUP_STEP) at a time.
    ///
    /// # Errors
    /// [`Error::NoTag`]; [`Error::VersionMismatch`] when it is not at `expected`; [`Error::Busy`] and [`Error::Table`].
    pub async fn delete_tag(&self, user: &UserId, tag_id: TagId, expected: Option<u64>) -> Result<(), Error> {
        self.remove_tag(user, tag_id, None, expected).await
    }

    /// Returns a user's tags in one of three orders, each with its count. This is one query and one read of the counters.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_tags(
        &self,
        user: &UserId,
        sort: TagSort,
        page: &PageRequest,
    ) -> Result<Page<CountedTag>, Error> {
        let tags = match sort {
            TagSort::TagName => self.read_page(TagsByName::query(user.clone()), page).await?,
            TagSort::CreateTime => self.read_page(TagsByCreateTime::query(user.clone()), page).await?,
            TagSort::LastAccessTime => {
                self.read_page(TagsByLastAccessTime::query(user.clone()), page).await?
            }
        };
        Ok(Page { items: self.with_counts(user, tags.items).await?, next: tags.next })
    }
}
