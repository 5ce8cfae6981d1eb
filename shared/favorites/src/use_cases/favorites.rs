//! Use cases of favorites: create, read and change.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::{Check, Condition, Entity as _, Timestamp, Transaction};

use crate::error::{Error, Fault};
use crate::limits::TAGS_PER_FAVORITE;
use crate::model::favorite::{FavoriteData, FavoriteDataKey};
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::new_favorite::FavoriteDraft;
use crate::model::patch::FavoritePatch;
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::table::FavoritesTable;
use crate::use_cases::edit::check_size;
use crate::use_cases::favorite_write::{FavoriteWrite, Obstacle, TagChecks};
use crate::use_cases::idempotency::Repeatable;

/// The result of creating a favorite.
#[derive(Debug, Clone, PartialEq)]
pub enum Saved<T> {
    /// The favorite was created.
    New(T),
    /// The link exists already, in this favorite.
    AlreadyThere {
        /// The favorite, as it is now.
        favorite: T,
        /// The members of the request that this favorite does not have, such as `title`. Their values were ignored.
        ignored: Vec<&'static str>,
    },
}

/// The favorite that a request created or found, as an idempotency record holds it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    #[serde(flatten)]
    favorite: FavoriteData,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    already_there: bool,
}

impl Kept {
    pub(super) fn saved(self, draft: &FavoriteDraft) -> Saved<FavoriteData> {
        if !self.already_there {
            return Saved::New(self.favorite);
        }
        let ignored = draft.ignored_by(&self.favorite);
        Saved::AlreadyThere { favorite: self.favorite, ignored }
    }
}

impl Favorites {
    /// Creates a favorite, unless its link exists: then `on_existing` of the draft decides about the favorite that has
    /// the link. With an idempotency key, a repeated request returns the result of the first one. A favorite that has the id that the
    /// client chose is treated like one that has the link, so such a request can be repeated at any time.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the faults of the draft, for times out of range, a missing content URL, too many tags or unknown
    /// ones; [`Error::TooManyTagsOnFavorite`] where a merge would make them too many; [`Error::TooLarge`];
    /// [`Error::InTrash`] and [`Error::Gone`] if the favorite with the chosen id was deleted since;
    /// [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn create_favorite(
        &self,
        user: &UserId,
        new: impl Into<FavoriteDraft>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Saved<FavoriteData>, Error> {
        let draft = new.into();
        let repeatable = Repeatable::new(user, key, "create-favorite", &draft)?;
        let mut tries = self.tries();
        loop {
            let outcome = match self.try_create(user, &draft, &repeatable).await {
                Err(Error::NoTag(tag_id)) => Err(no_tag(tag_id)),
                outcome => outcome,
            };
            if let Some(kept) = tries.after(outcome).await? {
                return Ok(kept.saved(&draft));
            }
        }
    }

    async fn try_create(
        &self,
        user: &UserId,
        draft: &FavoriteDraft,
        repeatable: &Repeatable,
    ) -> Result<Option<Kept>, Error> {
        let now = self.store.now();
        let favorite = match draft.first_version(user, now) {
            Ok(favorite) => favorite,
            // What could not be read was never accepted, so the key's first request was another one.
            Err(faults) if !draft.faults.is_empty() => return Err(Error::Invalid(faults)),
            // A request that comes late has its first answer, even if a time in it has passed since.
            Err(faults) => return self.first_kept(user, draft, repeatable, faults).await.map(Some),
        };
        check_size(&favorite)?;
        let mut transaction = Transaction::new();
        let write = add_new(&mut transaction, draft, &favorite, &mut TagChecks::default());
        let data_id = favorite.data_id;
        let kept = Kept { favorite, already_there: false };
        let remembered = repeatable.remember(&mut transaction, &kept, now)?;
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(kept));
        };
        if let Some(first) = repeatable.replay(&cancelled, remembered)? {
            return Ok(Some(first));
        }
        match write.obstacle(&cancelled)? {
            Obstacle::NoTag(tag_id) => Err(Error::NoTag(tag_id)),
            Obstacle::Link(data_id) => self.try_existing(user, data_id, draft, repeatable).await,
            Obstacle::InTrash => Err(Error::InTrash(data_id)),
            Obstacle::Gone => Err(Error::Gone(data_id)),
            Obstacle::Changed if draft.data_id.is_some() => {
                self.try_existing(user, data_id, draft, repeatable).await
            }
            Obstacle::Changed | Obstacle::Other => Ok(None),
        }
    }

    /// Returns the result of the first such request, whose draft has these faults by now.
    pub(super) async fn first_kept(
        &self,
        user: &UserId,
        draft: &FavoriteDraft,
        repeatable: &Repeatable,
        faults: Vec<Fault>,
    ) -> Result<Kept, Error> {
        if let Some(first) = self.first_result(repeatable).await? {
            return Ok(first);
        }
        let Some(chosen) = draft.data_id else { return Err(Error::Invalid(faults)) };
        match self.favorite(user, chosen.data_id()).await {
            Err(Error::NoFavorite(_)) => Err(Error::Invalid(faults)),
            found => Ok(Kept { favorite: found?, already_there: true }),
        }
    }

    /// Returns the favorite that has the link already, or the chosen id, merged with the draft if the draft asks for it. One transaction changes
    /// the favorite and writes the idempotency record.
    pub(super) async fn try_existing(
        &self,
        user: &UserId,
        data_id: DataId,
        draft: &FavoriteDraft,
        repeatable: &Repeatable,
    ) -> Result<Option<Kept>, Error> {
        let before = match self.favorite(user, data_id).await {
            // It went away in between: the link is free now.
            Err(Error::NoFavorite(_)) => return Ok(None),
            found => found?,
        };
        let now = self.store.now();
        let mut after = draft.added_to(&before);
        let mut transaction = Transaction::new();
        let write = add_existing(&mut transaction, &before, &mut after, now)?;
        let kept = Kept { favorite: after, already_there: true };
        let remembered = repeatable.remember(&mut transaction, &kept, now)?;
        if write.is_none() && remembered.is_none() {
            return Ok(Some(kept));
        }
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(kept));
        };
        if let Some(first) = repeatable.replay(&cancelled, remembered)? {
            return Ok(Some(first));
        }
        match write.map(|write| write.obstacle(&cancelled)).transpose()? {
            Some(Obstacle::NoTag(tag_id)) => Err(Error::NoTag(tag_id)),
            _ => Ok(None),
        }
    }

    /// Returns a favorite, as the last change left it.
    ///
    /// # Errors
    /// [`Error::NoFavorite`], [`Error::Busy`] and [`Error::Table`].
    pub async fn favorite(&self, user: &UserId, data_id: DataId) -> Result<FavoriteData, Error> {
        let key = FavoriteDataKey { user_id: user.clone(), data_id };
        self.store.get(&key).consistent().await?.ok_or(Error::NoFavorite(data_id))
    }

    /// Changes the title, addresses, content, clip time or expiry. Another clip time gives the favorite another id, which the result
    /// has; nothing has the old id any more.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the faults of `patch`, also for a content of another type than the favorite's, whatever `expected`
    /// is; [`Error::NoFavorite`]; [`Error::VersionMismatch`] when it is not at `expected`; [`Error::LinkTaken`];
    /// [`Error::TooLarge`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn update_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        patch: FavoritePatch,
    ) -> Result<FavoriteData, Error> {
        let now = self.store.now();
        let change = |before: &FavoriteData| patch.applied_to(before, now).map_err(Error::Invalid);
        self.edit(user, data_id, expected, &BTreeSet::new(), change).await
    }
}

/// Adds the operations that create the favorite of a draft.
pub(crate) fn add_new(
    transaction: &mut Transaction<FavoritesTable>,
    draft: &FavoriteDraft,
    favorite: &FavoriteData,
    checks: &mut TagChecks,
) -> FavoriteWrite {
    match draft.data_id {
        Some(_) => FavoriteWrite::create_chosen(transaction, favorite, checks),
        None => FavoriteWrite::create_beside(transaction, favorite, checks),
    }
}

/// Adds the operations that replace `before` by `after`, or that check that `before` has not changed if the two are
/// equal. Returns the change, if there is one.
fn add_existing(
    transaction: &mut Transaction<FavoritesTable>,
    before: &FavoriteData,
    after: &mut FavoriteData,
    now: Timestamp,
) -> Result<Option<FavoriteWrite>, Error> {
    if after == before {
        let unchanged = Condition::live() & FavoriteData::VERSION.eq(before.version);
        transaction.add(Check::new(before.key(), unchanged));
        return Ok(None);
    }
    let given = after.tag_ids.len();
    if given > TAGS_PER_FAVORITE {
        return Err(Error::TooManyTagsOnFavorite { given });
    }
    after.update_time = now;
    let write = FavoriteWrite::edit(transaction, before, after);
    check_size(after)?;
    Ok(Some(write))
}

/// Returns the error of a new favorite with a tag that does not exist.
pub(crate) fn no_tag(tag_id: TagId) -> Error {
    invalid("/tagIds", format!("there is no tag {tag_id}"))
}

/// Returns the error of a single fault.
pub(crate) fn invalid(pointer: &str, message: String) -> Error {
    Error::Invalid(vec![Fault::new(pointer, message)])
}
