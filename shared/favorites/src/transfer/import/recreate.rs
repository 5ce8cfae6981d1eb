//! Favorites of an export.

use single_table::{Check, Condition, EpochSeconds, Put, Timestamp, Transaction};

use super::outcome::{duplicate, invalid, reason};
use super::report::ReportedOutcome;
use crate::error::{Error, Fault};
use crate::jobs::Import;
use crate::limits::{CHAT_MESSAGES, IMPORTED_VERSION};
use crate::model::content::Content;
use crate::model::favorite::{FavoriteData, FavoriteDataKey, TrashedFavorite};
use crate::model::life::{Life, first_version_after};
use crate::model::new_favorite::{FavoriteDraft, Origin};
use crate::model::new_tag::TagDraft;
use crate::model::tag::{Tag, TagName};
use crate::service::Favorites;
use crate::use_cases::batch::BatchItem;
use crate::use_cases::edit::check_size;

/// Returns a tag of an export if a request could make it.
pub(super) fn checked_tag(tag: &Tag, now: Timestamp) -> Result<Tag, String> {
    let mut draft = TagDraft {
        create_time: Some(tag.create_time),
        last_access_time: Some(tag.last_access_time),
        ..TagDraft::default()
    };
    match TagName::parse(tag.tag_name.as_str()) {
        Ok(name) => draft.name = Some(name),
        Err(error) => draft.faults.push(Fault::new("/tagName", error)),
    }
    let first = draft.first_version(&tag.user_id, now).map_err(|faults| reason(&faults))?;
    check_version(tag.version)?;
    Ok(Tag { tag_id: tag.tag_id, version: tag.version, ..first })
}

/// Makes the draft of a favorite that an export has.
pub(super) fn exported(favorite: FavoriteData, import: &Import) -> Result<(BatchItem, Origin), String> {
    check(&favorite)?;
    let FavoriteData { data_id, update_time, version, .. } = favorite;
    let draft = FavoriteDraft { on_existing: import.options.on_existing, ..draft_of(favorite) };
    let origin = Origin::Exported { data_id, update_time, version };
    Ok((BatchItem { draft, tag_names: import.options.tag_names.clone() }, origin))
}

fn draft_of(favorite: FavoriteData) -> FavoriteDraft {
    let FavoriteData { details, clip_time, expire_time, tag_ids, content, .. } = favorite;
    FavoriteDraft {
        details: details.into(),
        clip_time: Some(clip_time),
        expire_time: expire_time.map(EpochSeconds::timestamp),
        tag_ids,
        data_type: Some(content.data_type()),
        content: Some(content),
        ..FavoriteDraft::default()
    }
}

/// Checks what a file can have and a request can't.
fn check(favorite: &FavoriteData) -> Result<(), String> {
    let FavoriteData { data_id, details, clip_time, version, content, .. } = favorite;
    if data_id.time() != *clip_time {
        return Err(format!("dataId must have the time of clipTime, {clip_time}; {data_id} was given"));
    }
    check_version(*version)?;
    if let Content::ChatRecord(chat) = content
        && !(1..=CHAT_MESSAGES).contains(&chat.messages.len())
    {
        let given = chat.messages.len();
        return Err(format!("messages must have 1 to {CHAT_MESSAGES} messages; {given} were given"));
    }
    let faults = [details.faults(), content.faults()].concat();
    if faults.is_empty() { Ok(()) } else { Err(reason(&faults)) }
}

fn check_version(given: u64) -> Result<(), String> {
    if (1..=IMPORTED_VERSION).contains(&given) {
        return Ok(());
    }
    Err(format!("version must be from 1 to {IMPORTED_VERSION}; {given} was given"))
}

/// Checks a favorite in the trash. It must be one that a request could create, because the user may restore
/// it.
pub(super) fn check_trashed(trashed: &TrashedFavorite, now: Timestamp) -> Result<(), String> {
    let TrashedFavorite { user_id, favorite, purge_time, .. } = trashed;
    check(favorite)?;
    if purge_time.expired(now) {
        return Err(format!("the trash was to keep it until {}", purge_time.timestamp()));
    }
    let first = draft_of(favorite.clone()).first_version(user_id, now);
    first.map_err(|faults| reason(&faults))?;
    check_size(favorite).map_err(|error| error.to_string())
}

impl Favorites {
    /// Puts a favorite of an export back into the trash. `existed` says whether it was there before the step.
    pub(super) async fn recreate_trashed(
        &self,
        mut trashed: TrashedFavorite,
        existed: bool,
    ) -> Result<ReportedOutcome, Error> {
        let now = self.store.now();
        if let Err(reason) = check_trashed(&trashed, now) {
            return Ok(invalid(reason));
        }
        trashed.favorite.life = Life::begin(now);
        trashed.favorite.version = first_version_after(trashed.favorite.version);
        let (user_id, data_id) = (trashed.user_id.clone(), trashed.data_id);
        let mut tries = self.tries();
        loop {
            let mut transaction = Transaction::new();
            let put = transaction.add(Put::new(&trashed).only_if(Condition::absent()));
            let key = FavoriteDataKey { user_id: user_id.clone(), data_id };
            let absent = transaction.add(Check::new(key, Condition::absent()));
            let outcome = self.store.transact(transaction).cancelled().await.map_err(Error::from);
            let Some(cancelled) = tries.after(outcome.map(Some)).await? else { continue };
            return Ok(match cancelled {
                None => ReportedOutcome::Imported,
                Some(cancelled) if cancelled.failed(put) && !existed => ReportedOutcome::Imported,
                Some(cancelled) if cancelled.failed(put) || cancelled.failed(absent) => duplicate(data_id),
                Some(_) => continue,
            });
        }
    }
}
