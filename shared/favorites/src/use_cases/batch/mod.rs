//! Creates many favorites with one request, in as few transactions as possible.

mod group;
mod kept;

use std::collections::{BTreeMap, VecDeque};

use futures::future::join_all;
use serde::Serialize;
use single_table::Timestamp;
use single_table::write::Cancelled;

use crate::error::{Error, Fault, busy};
use crate::limits::{BATCH_ANSWER_TIME, TAGS_PER_FAVORITE};
use crate::model::chosen_id::ChosenId;
use crate::model::favorite::FavoriteData;
use crate::model::ids::UserId;
use crate::model::new_favorite::FavoriteDraft;
use crate::model::origin::Origin;
use crate::model::tag::{Tag, TagName};
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::use_cases::batch::group::{Candidate, Claims, Fate, Group, Member};
use crate::use_cases::edit::check_size;
use crate::use_cases::favorites::Saved;
use crate::use_cases::idempotency::{Beginning, Repeatable};
use crate::use_cases::tag_names::{NamedTags, TagNames};
use crate::use_cases::tries::Tries;

/// A favorite to keep, as part of a batch.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct BatchItem {
    /// The favorite.
    pub draft: FavoriteDraft,
    /// Names of more tags to put on it. Those that do not exist are created.
    pub tag_names: Vec<TagName>,
}

/// The results of a batch.
#[derive(Debug)]
pub struct BatchSaved {
    /// The result for each favorite, in the order of the batch.
    pub results: Vec<Result<Saved<FavoriteData>, Error>>,
    /// The tags that were created.
    pub created_tags: Vec<Tag>,
}

/// A favorite without faults, with its place in the batch and its source.
type Sound = (usize, BatchItem, Origin);

/// The results so far, by place in the batch.
type Results = BTreeMap<usize, Result<Saved<FavoriteData>, Error>>;

impl Favorites {
    /// Creates the favorites of a batch. Each one is created as a whole or not at all, and one that can't be created does not hinder the
    /// others. With an idempotency key, a repeated request creates nothing twice, and creates what is missing.
    ///
    /// # Errors
    /// [`Error::IdempotencyKeyReused`], [`Error::Busy`] and [`Error::Table`]. Then no favorite was created. The results hold the errors of
    /// single favorites: those of [`create_favorite`](Self::create_favorite); [`Error::TooManyTags`] if a tag can't be created; and
    /// [`Error::Busy`] if the time was over before.
    pub async fn create_favorites(
        &self,
        user: &UserId,
        items: Vec<BatchItem>,
        key: Option<&IdempotencyKey>,
    ) -> Result<BatchSaved, Error> {
        let repeatable = Repeatable::new(user, key, "create-favorites", &items)?;
        let beginning = self.begin(&repeatable).await?;
        let items = with_ids(items, beginning);
        let mut tags = NamedTags::default();
        let items = items.into_iter().map(|item| (item, Origin::Request)).collect();
        let results = self.create_items(user, items, &mut tags).await?;
        Ok(BatchSaved { results, created_tags: tags.created })
    }

    /// Creates favorites with ids, times and versions of these sources. `tags` are tags that are known by their names; others are looked
    /// up or created, and added.
    ///
    /// # Errors
    /// As [`create_favorites`](Self::create_favorites).
    pub(crate) async fn create_items(
        &self,
        user: &UserId,
        items: Vec<(BatchItem, Origin)>,
        tags: &mut NamedTags,
    ) -> Result<Vec<Result<Saved<FavoriteData>, Error>>, Error> {
        let now = self.store.now();
        let count = items.len();
        let mut results = Results::new();
        let mut sound = Vec::new();
        for (place, (item, origin)) in items.into_iter().enumerate() {
            match check(&item, user, now) {
                Ok(_) => sound.push((place, item, origin)),
                Err(error) => drop(results.insert(place, self.first_saved(user, &item, error).await)),
            }
        }
        let sound = self.without_kept(user, sound, tags, &mut results).await?;
        let names: TagNames = sound.iter().flat_map(|(_, item, _)| &item.tag_names).collect();
        self.create_missing_tags(user, names, tags).await?;
        let mut waiting = VecDeque::new();
        for (place, BatchItem { draft, tag_names }, origin) in sound {
            let tag_ids: Option<Vec<_>> = tag_names.iter().map(|name| tags.id(name)).collect();
            match tag_ids {
                Some(tag_ids) => waiting.push_back(Candidate::new(place, draft, origin, tag_ids)),
                None => drop(results.insert(place, Err(Error::TooManyTags))),
            }
        }
        self.create_waiting(user, waiting, &mut results).await?;
        Ok((0..count).map(|place| results.remove(&place).unwrap_or_else(|| Err(busy()))).collect())
    }

    /// Returns the favorite that an earlier request created under the id of this item, which is not sound by now.
    async fn first_saved(
        &self,
        user: &UserId,
        item: &BatchItem,
        error: Error,
    ) -> Result<Saved<FavoriteData>, Error> {
        let Error::Invalid(faults) = error else { return Err(error) };
        if !item.draft.faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        let kept = self.first_kept(user, &item.draft, &Repeatable::none(), faults).await?;
        Ok(kept.saved(&item.draft))
    }

    /// Creates the favorites that wait, until none is left or the time is over. Those that are left have no result. Fails only if no
    /// favorite was created.
    async fn create_waiting(
        &self,
        user: &UserId,
        mut waiting: VecDeque<Candidate>,
        results: &mut Results,
    ) -> Result<(), Error> {
        let mut tries = self.tries();
        while !waiting.is_empty() && tries.has(BATCH_ANSWER_TIME) {
            let before = waiting.len();
            match self.write_groups(user, &mut waiting, results, &mut tries).await {
                // Other requests were faster, with each of them.
                Ok(()) if waiting.len() == before => {
                    if tries.after::<()>(Ok(None)).await.is_err() {
                        break;
                    }
                }
                Ok(()) => {}
                Err((place, error)) => {
                    if !results.values().any(Result::is_ok) {
                        return Err(error);
                    }
                    results.insert(place, Err(error));
                    break;
                }
            }
        }
        Ok(())
    }

    /// Writes the first groups of the candidates that wait, at the same time. Candidates that need another try are waiting again. An error
    /// ends the batch, and belongs to the favorite at its place.
    async fn write_groups(
        &self,
        user: &UserId,
        waiting: &mut VecDeque<Candidate>,
        results: &mut Results,
        tries: &mut Tries,
    ) -> Result<(), (usize, Error)> {
        let (now, mut claims) = (self.store.now(), Claims::default());
        let mut transactions = Vec::new();
        let mut written = Vec::new();
        for _ in 0..self.groups_at_once {
            let Group { transaction, members, refused } = Group::take(user, waiting, now, &mut claims);
            results.extend(refused.into_iter().map(|(place, error)| (place, Err(error))));
            if !members.is_empty() {
                transactions.push(self.store.transact(transaction).cancelled());
                written.push(members);
            }
        }
        let outcomes = join_all(transactions).await;
        let mut failed = Ok(());
        for (members, outcome) in written.into_iter().zip(outcomes) {
            let outcome = outcome.map_err(Error::from);
            let settled = self.settle_group(user, members, outcome, waiting, results, tries).await;
            failed = failed.and(settled);
        }
        // The first of several favorites with the same link is created, even if its group was cancelled
        // because of another favorite.
        waiting.make_contiguous().sort_by_key(|candidate| candidate.place);
        failed
    }

    /// Notes the results of a group with this outcome of its transaction.
    async fn settle_group(
        &self,
        user: &UserId,
        members: Vec<Member>,
        outcome: Result<Option<Cancelled>, Error>,
        waiting: &mut VecDeque<Candidate>,
        results: &mut Results,
        tries: &mut Tries,
    ) -> Result<(), (usize, Error)> {
        let Some(first) = members.first().map(|member| member.candidate.place) else { return Ok(()) };
        let cancelled = match tries.after(outcome.map(Some)).await.map_err(|error| (first, error))? {
            Some(Some(cancelled)) => cancelled,
            Some(None) => {
                let created = members
                    .into_iter()
                    .map(|member| (member.candidate.place, Ok(Saved::New(member.favorite))));
                results.extend(created);
                return Ok(());
            }
            None => {
                waiting.extend(members.into_iter().map(|member| member.candidate));
                return Ok(());
            }
        };
        for member in members {
            let place = member.candidate.place;
            let fate = member.fate(&cancelled).map_err(|error| (place, error))?;
            let mut candidate = member.candidate;
            match self.resolve(user, &mut candidate, fate, tries).await {
                Some(result) => drop(results.insert(place, result)),
                None => waiting.push_back(candidate),
            }
        }
        Ok(())
    }

    /// Returns the result of a candidate whose group was cancelled, or `None` if it needs another try.
    async fn resolve(
        &self,
        user: &UserId,
        candidate: &mut Candidate,
        fate: Fate,
        tries: &mut Tries,
    ) -> Option<Result<Saved<FavoriteData>, Error>> {
        match fate {
            Fate::TryAgain => None,
            Fate::Refused(error) => Some(Err(error)),
            Fate::NoTag(tag_id) => candidate.note_no_tag(tag_id).err().map(Err),
            Fate::Exists(data_id) => {
                let outcome = self.try_existing(user, data_id, &candidate.draft, &Repeatable::none()).await;
                match tries.after(outcome).await.transpose()? {
                    Err(Error::NoTag(tag_id)) => candidate.note_no_tag(tag_id).err().map(Err),
                    kept => Some(kept.map(|kept| kept.saved(&candidate.draft))),
                }
            }
        }
    }
}

/// Gives an id to each favorite of a request that may be repeated, the same at each repetition.
fn with_ids(mut items: Vec<BatchItem>, beginning: Option<Beginning>) -> Vec<BatchItem> {
    let Some(beginning) = beginning else { return items };
    for (place, BatchItem { draft, .. }) in items.iter_mut().enumerate() {
        let time = draft.clip_time.unwrap_or(beginning.time);
        draft.data_id.get_or_insert_with(|| ChosenId::at(time, beginning.random(place)));
    }
    items
}

/// Returns the favorite of an item, or every fault of it that can be found without the table.
pub(crate) fn check(item: &BatchItem, user: &UserId, now: Timestamp) -> Result<FavoriteData, Error> {
    let given = TagNames::from_iter(&item.tag_names).len() + item.draft.tag_ids.len();
    let too_many = (given > TAGS_PER_FAVORITE && !item.tag_names.is_empty()).then(|| {
        let message = format!("must have at most {TAGS_PER_FAVORITE} tags with tagIds; {given} were given");
        Fault::new("/tagNames", message)
    });
    match (item.draft.first_version(user, now), too_many) {
        (Ok(favorite), None) => check_size(&favorite).map(|()| favorite),
        (Ok(_), Some(fault)) => Err(Error::Invalid(vec![fault])),
        (Err(faults), fault) => Err(Error::Invalid(faults.into_iter().chain(fault).collect())),
    }
}
