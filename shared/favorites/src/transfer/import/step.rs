//! A step of an import: saves the entries of a step together.

use std::collections::{BTreeSet, VecDeque};

use single_table::Timestamp;

use super::entry_id::stable_id;
use super::open::OpenImport;
use super::outcome::{duplicate, invalid, reason};
use super::prepared::{Content, Outcome, Prepared, with_own_tags};
use super::report::ReportedOutcome;
use crate::error::{Busy, Error, busy};
use crate::limits::IMPORT_BATCH;
use crate::model::favorite::{FavoriteData, FavoriteDataKey, TrashedFavorite, TrashedFavoriteKey};
use crate::model::ids::{DataId, JobId, UserId};
use crate::model::new_favorite::OnExisting;
use crate::service::Favorites;
use crate::use_cases::batch::{BatchItem, check};
use crate::use_cases::favorites::Saved;
use crate::use_cases::tag_names::folded;

impl Favorites {
    /// Returns the entries that exist before the step, and those that are `repeated`.
    pub(super) async fn existing(
        &self,
        user: &UserId,
        step: &[Prepared],
        repeated: BTreeSet<u64>,
        open: &mut OpenImport,
    ) -> Result<BTreeSet<u64>, Error> {
        let mut existing = repeated;
        let mut names = BTreeSet::new();
        for prepared in step {
            if let Content::Tag(tag) = &prepared.content
                && (open.tags.find(tag).is_some() || !names.insert(folded(&tag.tag_name)))
            {
                existing.insert(prepared.number);
            }
        }
        let stable = step.iter().filter_map(|prepared| Some((prepared.number, prepared.stable_id()?)));
        let (numbers, ids): (Vec<_>, Vec<_>) = stable.unzip();
        if ids.is_empty() {
            return Ok(existing);
        }
        let favorite = |data_id: &DataId| FavoriteDataKey { user_id: user.clone(), data_id: *data_id };
        let keys: Vec<_> = ids.iter().map(favorite).collect();
        let found = self.store.get_many::<FavoriteData>(&keys).consistent().await?;
        let found = found.complete().map_err(single_table::Error::from)?;
        let trashed = |data_id: &DataId| TrashedFavoriteKey { user_id: user.clone(), data_id: *data_id };
        let keys: Vec<_> = ids.iter().map(trashed).collect();
        let in_trash = self.store.get_many::<TrashedFavorite>(&keys).consistent().await?;
        let in_trash = in_trash.complete().map_err(single_table::Error::from)?;
        let each = numbers.into_iter().zip(found).zip(in_trash);
        existing.extend(each.filter_map(|((number, favorite), trashed)| {
            (favorite.is_some() || trashed.is_some()).then_some(number)
        }));
        Ok(existing)
    }

    /// Saves the entries of a step. Returns the outcome of each that counts, by its place in the step.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`], after which the step is repeated.
    pub(super) async fn save_step(
        &self,
        (user, job_id): (&UserId, JobId),
        step: &mut [Prepared],
        existing: &BTreeSet<u64>,
        open: &mut OpenImport,
    ) -> Result<Vec<(usize, Outcome)>, Error> {
        let (mut outcomes, now) = (Vec::new(), self.store.now());
        let mut waiting = VecDeque::new();
        for (place, prepared) in step.iter().enumerate() {
            let existed = existing.contains(&prepared.number);
            match &prepared.content {
                Content::Invalid(reason) => outcomes.push((place, invalid(reason).into())),
                Content::Favorite(item, origin) => match stable_id(item, *origin) {
                    Some(data_id) if existed && stays(item, user, now) => {
                        outcomes.push((place, duplicate(data_id).into()));
                    }
                    _ => waiting.push_back(place),
                },
                Content::Tag(tag) => match self.recreate_tag(tag, &mut open.tags).await {
                    Err(error @ Error::TooManyTags) => outcomes.push((place, invalid(error).into())),
                    created => created?,
                },
                Content::Trashed(line, item, origin) => {
                    let BatchItem { draft, .. } = with_own_tags(item, open);
                    let outcome = match line.trashed(user, &draft, *origin, now) {
                        Ok(trashed) => self.recreate_trashed(trashed, existed).await?,
                        Err(reason) => invalid(reason),
                    };
                    outcomes.push((place, outcome.into()));
                }
            }
        }
        while !waiting.is_empty() {
            let batch: Vec<_> = waiting.drain(..waiting.len().min(IMPORT_BATCH)).collect();
            let items: Vec<_> = batch.iter().filter_map(|place| step[*place].item(open)).collect();
            let results = self.create_items(user, items, &mut open.tags.named).await?;
            let mut has_progress = false;
            for (place, result) in batch.into_iter().zip(results) {
                if matches!(result, Err(Error::Busy(Busy::Contended))) {
                    // The batch had no time for it.
                    waiting.push_back(place);
                    continue;
                }
                has_progress = true;
                let prepared = &mut step[place];
                if prepared.repeats(&result, job_id) {
                    waiting.push_back(place);
                    continue;
                }
                let existed = existing.contains(&prepared.number);
                outcomes.push((place, outcome(result, prepared.data_id(), existed)?));
            }
            if !has_progress {
                return Err(busy());
            }
        }
        Ok(outcomes)
    }
}

/// Returns true if a favorite that exists stays as it is. The faults of an entry that has some are reported.
fn stays(item: &BatchItem, user: &UserId, now: Timestamp) -> bool {
    item.draft.on_existing == OnExisting::Keep && check(item, user, now).is_ok()
}

/// Returns the outcome of a favorite with this id.
fn outcome(
    result: Result<Saved<FavoriteData>, Error>,
    own: Option<DataId>,
    existed: bool,
) -> Result<Outcome, Error> {
    let outcome = match result {
        Ok(Saved::New(_)) => ReportedOutcome::Imported,
        Ok(Saved::AlreadyThere { favorite, .. }) if Some(favorite.data_id) == own && !existed => {
            ReportedOutcome::Imported
        }
        Ok(Saved::AlreadyThere { favorite, .. }) => duplicate(favorite.data_id),
        // An earlier try saved it, and the user deleted it before this one.
        Err(Error::InTrash(data_id)) if Some(data_id) == own && !existed => ReportedOutcome::Imported,
        Err(Error::InTrash(data_id)) => duplicate(data_id),
        Err(error @ Error::TooManyTagsOnFavorite { .. }) => {
            let remark = Some(format!("{error}, so the tags of the entry are left out"));
            return Ok(Outcome { outcome: ReportedOutcome::Duplicate { data_id: None }, remark });
        }
        Err(Error::Invalid(faults)) => invalid(reason(&faults)),
        Err(error @ (Error::TooManyTags | Error::TooLarge { .. })) => invalid(error),
        Err(error) => return Err(error),
    };
    Ok(outcome.into())
}
