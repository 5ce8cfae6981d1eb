//! Tags that a request names instead of giving their ids.

use std::collections::BTreeMap;

use single_table::Transaction;
use single_table::keys::CaseFolded;

use crate::error::Error;
use crate::limits::TAGS_PER_TRANSACTION;
use crate::model::ids::{TagId, UserId};
use crate::model::new_tag::TagDraft;
use crate::model::tag::{Tag, TagName, UniqueTagName};
use crate::service::Favorites;
use crate::use_cases::tag_changes::TagNote;

/// Names by their folded form. Names that differ only in case are one tag.
#[derive(Debug, Default)]
pub(crate) struct TagNames(BTreeMap<String, TagName>);

impl TagNames {
    /// Adds a name. Of names that differ only in case, the first one stays.
    pub(crate) fn add(&mut self, name: &TagName) {
        self.0.entry(folded(name)).or_insert_with(|| name.clone());
    }

    /// Returns the number of different names.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if a name is one of these.
    pub(crate) fn has(&self, name: &TagName) -> bool {
        self.0.contains_key(&folded(name))
    }
}

impl<'a> FromIterator<&'a TagName> for TagNames {
    fn from_iter<I: IntoIterator<Item = &'a TagName>>(names: I) -> Self {
        let mut all = Self::default();
        names.into_iter().for_each(|name| all.add(name));
        all
    }
}

/// The tags with some names.
#[derive(Debug, Clone, Default)]
pub(crate) struct NamedTags {
    ids: BTreeMap<String, TagId>,
    /// The tags that did not exist before.
    pub(crate) created: Vec<Tag>,
}

impl NamedTags {
    /// Returns the tag with this name. `None` if it did not exist, and the user may have no more tags.
    pub(crate) fn id(&self, name: &TagName) -> Option<TagId> {
        self.ids.get(&folded(name)).copied()
    }

    /// Returns the tag with this folded name.
    pub(crate) fn by_folded(&self, folded: &str) -> Option<TagId> {
        self.ids.get(folded).copied()
    }

    /// Adds a tag that exists.
    pub(crate) fn add_existing(&mut self, name: &TagName, tag_id: TagId) {
        self.ids.insert(folded(name), tag_id);
    }

    fn add(&mut self, tag: Tag) {
        self.add_existing(&tag.tag_name, tag.tag_id);
        self.created.push(tag);
    }
}

impl Favorites {
    /// Creates tags with those of these names that `tags` lacks, and adds them. Creates none in a transaction
    /// that would exceed the number of tags that a user may have.
    pub(crate) async fn create_missing_tags(
        &self,
        user: &UserId,
        TagNames(mut missing): TagNames,
        tags: &mut NamedTags,
    ) -> Result<(), Error> {
        let mut tries = self.tries();
        loop {
            missing.retain(|name, _| !tags.ids.contains_key(name));
            let next: Vec<_> = missing.values().take(TAGS_PER_TRANSACTION).cloned().collect();
            if next.is_empty() {
                return Ok(());
            }
            let outcome = self.try_create_tags(user, &next).await;
            match tries.after(outcome).await? {
                Some(Some(created)) => created.into_iter().for_each(|tag| tags.add(tag)),
                Some(None) => return Ok(()),
                // Another request made one of them in between.
                None => TagNames(missing) = self.add_existing_tags(user, TagNames(missing), tags).await?,
            }
        }
    }

    /// Adds the tags with these names that exist to `tags`. Returns the other names.
    pub(crate) async fn add_existing_tags(
        &self,
        user: &UserId,
        names: TagNames,
        tags: &mut NamedTags,
    ) -> Result<TagNames, Error> {
        let TagNames(mut missing) = names;
        missing.retain(|name, _| !tags.ids.contains_key(name));
        let record = |name: &TagName| UniqueTagName { user_id: user.clone(), folded_name: name.folded() };
        let records = missing.iter().map(|(folded, name)| (folded.clone(), record(name))).collect();
        for (folded, owner) in self.value_owners::<_, UniqueTagName>(records).await? {
            missing.remove(&folded);
            tags.ids.insert(folded, owner.tag_id);
        }
        Ok(TagNames(missing))
    }

    /// Creates tags with these names in one transaction. Returns `Some(None)` if the user may not have as many tags, and `None` if
    /// another request was faster.
    #[allow(clippy::option_option, reason = "the outer one says whether to try again, as everywhere")]
    async fn try_create_tags(
        &self,
        user: &UserId,
        names: &[TagName],
    ) -> Result<Option<Option<Vec<Tag>>>, Error> {
        let now = self.store.now();
        let drafts = names.iter().map(|name| TagDraft::from(name.clone()).first_version(user, now));
        let tags: Vec<Tag> = drafts.collect::<Result<_, _>>().map_err(Error::Invalid)?;
        let before = self.tag_quota(user).await?;
        let tag_ids = tags.iter().map(|tag| tag.tag_id).collect();
        let note = TagNote { user, quota: before.as_ref(), tag_ids, now };
        let exceeds_limit = note.exceeds_limit();
        let mut transaction = Transaction::new();
        for tag in &tags {
            transaction.insert(tag);
        }
        let quota = note.create(&mut transaction);
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(Some(tags)));
        };
        Ok((exceeds_limit && cancelled.failed(quota)).then_some(None))
    }
}

/// Returns the form by which names are compared.
pub(crate) fn folded(name: &TagName) -> String {
    CaseFolded::new(name.as_str()).as_str().to_owned()
}
