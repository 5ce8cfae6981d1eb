//! Rows of the change feed: the entries that have left the journal, and those that never were in it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Put};

use crate::catalogue::entry::Entries;
use crate::catalogue::head::OpenHead;
use crate::catalogue::revision::drawn;
use crate::error::Error;
use crate::limits::CHANGE_ROW_KEEPS;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// Changed favorites that the journal of a head of this revision no longer has. The row is put before that head. If the head is not put, for
/// example because another writer was faster, the row names favorites that need not have changed, and a reader of the feed gets their
/// present state again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "CatalogueChange", partition(user_id), sort(revision, number), ttl(expire_time))]
pub(crate) struct ChangeRow {
    user_id: UserId,
    /// The revision of the head.
    pub(crate) revision: u64,
    /// A drawn number: several writers may try to put a head of the same revision.
    pub(crate) number: u64,
    /// The favorites and their sequence numbers, packed.
    #[serde(with = "serde_bytes")]
    favorites: Vec<u8>,
    expire_time: EpochSeconds,
}

impl ChangeRow {
    fn new(
        user: &UserId,
        revision: u64,
        sequences: &BTreeMap<DataId, u64>,
        now: EpochSeconds,
    ) -> Result<Self, Error> {
        let mut ages: Vec<(DataId, u64)> = Vec::with_capacity(sequences.len());
        ages.extend(
            sequences.iter().map(|(data_id, sequence)| (*data_id, revision.saturating_sub(*sequence))),
        );
        Ok(Self {
            user_id: user.clone(),
            revision,
            number: drawn(),
            favorites: postcard::to_allocvec(&ages).map_err(Error::catalogue)?,
            expire_time: now.plus(CHANGE_ROW_KEEPS),
        })
    }

    /// Returns the favorites with the sequence numbers of their changes.
    pub(crate) fn sequences(&self) -> Result<Vec<(DataId, u64)>, Error> {
        let ages: Vec<(DataId, u64)> = postcard::from_bytes(&self.favorites).map_err(|error| {
            Error::catalogue(format_args!(
                "changes of {} at revision {}: {error}",
                self.user_id.as_str(),
                self.revision
            ))
        })?;
        Ok(ages.into_iter().map(|(data_id, age)| (data_id, self.revision.saturating_sub(age))).collect())
    }
}

impl Favorites {
    /// Puts the row of a head that is about to be put with `journal` in place of `before`. `skipped` are the changed favorites that go to
    /// segments at once. Nothing is put if the journal keeps all that it had, and nothing skips it.
    pub(super) async fn put_change_row(
        &self,
        user: &UserId,
        before: &OpenHead,
        journal: &Entries,
        skipped: impl Iterator<Item = DataId>,
    ) -> Result<(), Error> {
        let revision = before.revision() + 1;
        let mut sequences = before.sequences.removed(&before.journal, journal, revision);
        sequences.extend(skipped.map(|data_id| (data_id, revision)));
        if !sequences.is_empty() {
            let row = ChangeRow::new(user, revision, &sequences, self.seconds())?;
            self.store.execute(Put::new(&row)).await?;
        }
        Ok(())
    }
}
