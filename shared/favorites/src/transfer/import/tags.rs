//! The tags of an import.

use std::collections::BTreeMap;

use single_table::{Delete, Timestamp, Transaction};

use crate::error::Error;
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{Tag, TagName};
use crate::service::Favorites;
use crate::use_cases::merged_tag::{MergedTag, MergedTagKey};
use crate::use_cases::tag_changes::TagNote;
use crate::use_cases::tag_names::{NamedTags, folded};

/// The tags of a user, and those that the lines of an export stand for.
#[derive(Default)]
pub(super) struct KnownTags {
    /// The number of tags that the user had when the file was opened.
    pub(super) count: usize,
    /// The tags of the user by their names.
    pub(super) named: NamedTags,
    /// The names of the tags that were created while the import ran, before the file was opened, by their
    /// folded form.
    pub(super) recent: BTreeMap<String, TagName>,
    /// The user's tags by the ids that favorites of the file have.
    by_id: BTreeMap<TagId, TagId>,
}

impl KnownTags {
    /// Notes a tag of the user.
    pub(super) fn add(&mut self, tag: &Tag) {
        self.named.add_existing(&tag.tag_name, tag.tag_id);
        self.by_id.insert(tag.tag_id, tag.tag_id);
    }

    /// Returns the user's tag that stands for a tag of the file: the one with its id, or else with its name.
    pub(super) fn find(&mut self, tag: &Tag) -> Option<TagId> {
        if let Some(tag_id) = self.by_id.get(&tag.tag_id) {
            return Some(*tag_id);
        }
        let found = self.named.by_folded(&folded(&tag.tag_name))?;
        self.by_id.insert(tag.tag_id, found);
        Some(found)
    }

    /// Returns the user's tag for an id of the file.
    pub(super) fn id(&self, tag_id: TagId) -> Option<TagId> {
        self.by_id.get(&tag_id).copied()
    }

    /// Returns true if the user has a tag with this folded name.
    pub(super) fn has_name(&self, folded: &str) -> bool {
        self.named.by_folded(folded).is_some()
    }
}

impl Favorites {
    /// Reads all tags of a user. A tag that was renamed `since` then also stands for its former names, so
    /// that the entries of an import have the same tag before and after.
    pub(super) async fn known_tags(&self, user: &UserId, since: Timestamp) -> Result<KnownTags, Error> {
        let tags = self.all_tags(user).await?;
        let mut known = KnownTags { count: tags.len(), ..KnownTags::default() };
        for tag in &tags {
            known.add(tag);
            if tag.create_time >= since {
                known.recent.insert(folded(&tag.tag_name), tag.tag_name.clone());
            }
        }
        for tag in &tags {
            for name in tag.names_since(since) {
                if !known.has_name(&folded(name)) {
                    known.named.add_existing(name, tag.tag_id);
                }
            }
        }
        Ok(known)
    }

    /// Creates a tag that an export has, with its id and times, unless the user has a tag with its id or name.
    ///
    /// # Errors
    /// [`Error::TooManyTags`]; [`Error::Busy`] and [`Error::Table`].
    pub(super) async fn recreate_tag(&self, tag: &Tag, known: &mut KnownTags) -> Result<(), Error> {
        if known.find(tag).is_some() {
            return Ok(());
        }
        let mut tries = self.tries();
        loop {
            let outcome = self.try_recreate_tag(tag).await;
            let Some(tag_id) = tries.after(outcome).await? else { continue };
            known.add(&Tag { tag_id, ..tag.clone() });
            known.by_id.insert(tag.tag_id, tag_id);
            return Ok(());
        }
    }

    async fn try_recreate_tag(&self, tag: &Tag) -> Result<Option<TagId>, Error> {
        let before = self.tag_quota(&tag.user_id).await?;
        let (tag_ids, now) = (vec![tag.tag_id], self.store.now());
        let note = TagNote { user: &tag.user_id, quota: before.as_ref(), tag_ids, now };
        let exceeds_limit = note.exceeds_limit();
        let mut transaction = Transaction::new();
        let created = transaction.insert(tag);
        // It was merged before, maybe.
        let merged = MergedTagKey { user_id: tag.user_id.clone(), tag_id: tag.tag_id };
        transaction.add(Delete::<MergedTag>::new(merged));
        let quota = note.create(&mut transaction);
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(tag.tag_id));
        };
        if let Some(taken) = cancelled.taken(created)?.first() {
            return Ok(Some(taken.owner.tag_id));
        }
        if cancelled.failed(created) {
            return Ok(Some(tag.tag_id));
        }
        if exceeds_limit && cancelled.failed(quota) { Err(Error::TooManyTags) } else { Ok(None) }
    }
}
