//! The loop that changes a favorite: read it, change it, and write it back unless another writer was faster.

use std::collections::BTreeSet;

use single_table::Transaction;

use crate::error::Error;
use crate::limits::FAVORITE_BYTES;
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::tag_times::TagTimes;
use crate::service::Favorites;
use crate::use_cases::favorite_write::{FavoriteWrite, Obstacle};

impl Favorites {
    /// Reads a favorite, changes it, and writes it back. If another request was faster, this begins again.
    ///
    /// An invalid change fails before the version is compared: it would fail at any version, and a precondition only counts if the
    /// request would succeed without it (RFC 9110, section 13.2.1).
    ///
    /// The tags that the request names must exist. The transaction checks those that the favorite gets. Those that it has already are
    /// read before, because the clean-up of a deleted tag may not have reached the favorite yet.
    ///
    /// A favorite that gets another id is [relocated](FavoriteWrite::relocate). Only changes that leave the tags alone do this.
    pub(crate) async fn edit(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        named: &BTreeSet<TagId>,
        change: impl Fn(&FavoriteData) -> Result<FavoriteData, Error> + Send + Sync,
    ) -> Result<FavoriteData, Error> {
        let mut tries = self.tries();
        loop {
            let outcome = self.try_edit(user, data_id, expected, named, &change).await;
            if let Some(after) = tries.after(outcome).await? {
                return Ok(after);
            }
        }
    }

    async fn try_edit(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        named: &BTreeSet<TagId>,
        change: &(impl Fn(&FavoriteData) -> Result<FavoriteData, Error> + Send + Sync),
    ) -> Result<Option<FavoriteData>, Error> {
        let before = self.favorite(user, data_id).await?;
        let changed = change(&before);
        if !matches!(changed, Err(Error::Invalid(_))) {
            expect(expected, before.version)?;
        }
        let mut after = changed?;
        self.check_tags(user, before.tag_ids.intersection(named).copied().collect()).await?;
        if after == before {
            return Ok(Some(before));
        }
        let is_relocated = after.data_id != before.data_id;
        if is_relocated {
            after.tag_ids = self.cleaned_up(user, &before.tag_ids).await?;
        }
        after.update_time = self.store.now();
        let mut transaction = Transaction::new();
        let write = if is_relocated {
            FavoriteWrite::relocate(&mut transaction, &before, &mut after)
        } else {
            FavoriteWrite::edit(&mut transaction, &before, &mut after)
        };
        check_size(&after)?;
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(after));
        };
        match write.obstacle(&cancelled)? {
            // It was deleted since its existence was read.
            Obstacle::NoTag(_) if is_relocated => Ok(None),
            Obstacle::NoTag(tag_id) => Err(Error::NoTag(tag_id)),
            Obstacle::Link(data_id) => Err(Error::LinkTaken { data_id }),
            Obstacle::Changed | Obstacle::InTrash | Obstacle::Gone | Obstacle::Other => Ok(None),
        }
    }
}

/// Fails if the caller names a version of the favorite that is not the current one.
pub(crate) fn expect(expected: Option<u64>, current: u64) -> Result<(), Error> {
    match expected {
        Some(expected) if expected != current => Err(Error::VersionMismatch { expected, current }),
        _ => Ok(()),
    }
}

/// Fails with [`Error::TooLarge`] if the favorite has more bytes than an item of its own and its entries under tags may have.
pub(crate) fn check_size(favorite: &FavoriteData) -> Result<(), Error> {
    let given = size(favorite)?;
    if given > FAVORITE_BYTES { Err(Error::TooLarge { given }) } else { Ok(()) }
}

/// Returns the bytes of a favorite as JSON. Its item has about as many, and up to 1 KB of times of tags more,
/// which don't count, so that a tag can be taken off every favorite.
pub(crate) fn size(favorite: &FavoriteData) -> Result<usize, Error> {
    let counted = FavoriteData { tag_times: TagTimes::default(), ..favorite.clone() };
    let json = serde_json::to_vec(&counted).map_err(|source| Error::Json(source.to_string()))?;
    Ok(json.len())
}
