//! Favorites of an export.

use single_table::{Check, Condition, EpochSeconds, Put, Timestamp, Transaction};

use super::outcome::{Outcome, duplicate, invalid};
use crate::error::Error;
use crate::jobs::Import;
use crate::limits::CHAT_MESSAGES;
use crate::model::content::Content;
use crate::model::favorite::{FavoriteData, FavoriteDataKey, TrashedFavorite};
use crate::model::new_favorite::{FavoriteDraft, Origin};
use crate::service::Favorites;
use crate::use_cases::batch::BatchItem;
use crate::use_cases::edit::check_size;

/// Makes the draft of a favorite that an export has.
pub(super) fn exported(favorite: FavoriteData, import: &Import) -> Result<(BatchItem, Origin), String> {
    check(&favorite)?;
    let FavoriteData {
        data_id, details, clip_time, update_time, expire_time, tag_ids, version, content, ..
    } = favorite;
    let draft = FavoriteDraft {
        details: details.into(),
        clip_time: Some(clip_time),
        expire_time: expire_time.map(EpochSeconds::timestamp),
        tag_ids,
        data_type: Some(content.data_type()),
        content: Some(content),
        on_existing: import.options.on_existing,
        ..FavoriteDraft::default()
    };
    let origin = Origin::Exported { data_id, update_time, version };
    Ok((BatchItem { draft, tag_names: import.options.tag_names.clone() }, origin))
}

/// Checks what a file can have and a request can't.
fn check(favorite: &FavoriteData) -> Result<(), String> {
    let FavoriteData { data_id, clip_time, version, content, .. } = favorite;
    if data_id.time() != *clip_time {
        return Err(format!("dataId must have the time of clipTime, {clip_time}; {data_id} was given"));
    }
    if !(1..=u64::MAX / 4).contains(version) {
        return Err(format!("version must be from 1 to {}; {version} was given", u64::MAX / 4));
    }
    if let Content::ChatRecord(chat) = content
        && !(1..=CHAT_MESSAGES).contains(&chat.messages.len())
    {
        let given = chat.messages.len();
        return Err(format!("messages must have 1 to {CHAT_MESSAGES} messages; {given} were given"));
    }
    Ok(())
}

/// Checks a favorite in the trash.
pub(super) fn check_trashed(trashed: &TrashedFavorite, now: Timestamp) -> Result<(), String> {
    check(&trashed.favorite)?;
    if let Err(error @ Error::TooLarge { .. }) = check_size(&trashed.favorite) {
        return Err(error.to_string());
    }
    if trashed.purge_time.expired(now) {
        return Err(format!("the trash was to keep it until {}", trashed.purge_time.timestamp()));
    }
    Ok(())
}

impl Favorites {
    /// Puts a favorite of an export back into the trash. `existed` says whether it was there before the step.
    pub(super) async fn recreate_trashed(
        &self,
        trashed: TrashedFavorite,
        existed: bool,
    ) -> Result<Outcome, Error> {
        if let Err(reason) = check_trashed(&trashed, self.store.now()) {
            return Ok(invalid(reason));
        }
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
                None => Outcome::Imported,
                Some(cancelled) if cancelled.failed(put) && !existed => Outcome::Imported,
                Some(cancelled) if cancelled.failed(put) || cancelled.failed(absent) => duplicate(data_id),
                Some(_) => continue,
            });
        }
    }
}
