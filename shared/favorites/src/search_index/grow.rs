//! Changes of the index as part of a commit: new versions, and some work on the merge under way.

use std::collections::BTreeSet;

use packed_index::{IndexLimits, IndexState, ItemKey, Put, SlotEntry, StoredItem, TextSlot, WriteNumber};

use super::sizes::IndexSizes;
use super::terms::FavoriteTerms;
use super::user_index::UserIndex;
use super::user_items::UserItems;
use super::work::{Changes, Work};
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The most bytes of recent versions in the head, packed. More are refused, because a DynamoDB item has at most 400 KB.
const MOST_RECENT_BYTES: usize = 200 << 10;

/// A change of the index.
pub(crate) struct Growth {
    /// The revision of the head that was read.
    pub(crate) revision: u64,
    pub(crate) versions: Vec<SlotEntry>,
    /// The approximate write units of the rest of the commit, if it has a single change.
    pub(crate) lone_units: Option<u64>,
}

impl Favorites {
    /// Returns the index with new versions, for the next revision of the head. The items that it names are put before it returns.
    ///
    /// Most versions stay in the head until they fill a text slot. Most calls also work on the merge under way. If that fails, the versions
    /// are added all the same: a later commit does the work.
    pub(crate) async fn grow_index(
        &self,
        user: &UserId,
        before: &UserIndex,
        Growth { revision, versions, lone_units }: Growth,
    ) -> Result<UserIndex, Error> {
        let items = UserItems::new(self, user);
        let mut index = before.clone();
        let number = index.number_after(revision);
        let has_backlog = before.state.texts().len() >= usize::from(self.index_sizes.limits.text_slots / 2);
        let changes = Changes::new(&versions, has_backlog);
        index.add(versions);
        let puts_texts = index.recent_bytes()? > self.index_sizes.recent_bytes;
        let work = match lone_units {
            Some(units) => changes.lone_work(units, puts_texts, &index.state, revision),
            None => changes.batch_work(),
        };
        match items.do_work(&index.state, &self.index_sizes.limits, work).await {
            Ok(state) => index.state = state,
            // If the head is not the current one any more, this commit fails.
            Err(error @ Error::Busy(_)) => tracing::info!(%error, "the work on the search index waits"),
            Err(error) => tracing::error!(%error, "the work on the search index waits"),
        }
        items.put_texts(&mut index, &before.state, &self.index_sizes, number).await?;
        index.state.plan(number.0, &self.index_sizes.limits);
        Ok(index)
    }
}

impl UserItems<'_> {
    /// Takes a step of the merge under way, deletes items of retired sets, and returns the state after both.
    async fn do_work(
        &self,
        state: &IndexState,
        limits: &IndexLimits,
        Work { merged, deleted }: Work,
    ) -> Result<IndexState, Error> {
        let mut after = state.clone();
        if merged > 0
            && let Some(step) = state.work(self, &FavoriteTerms, limits, merged).await.map_err(unreadable)?
        {
            self.put_all(step.puts).await?;
            after = step.after;
        }
        if deleted > 0
            && let Some(retired) = after.retired().last().copied()
            && self.delete_some(retired, deleted).await?
        {
            after.forget(retired);
        }
        Ok(after)
    }

    /// Puts the recent versions into text slots if they are too many for the head. Those that find no slot stay there.
    ///
    /// The slots are free in the state before the commit. Slots that a step of the commit has freed are still named by the head until
    /// this commit, which may fail.
    async fn put_texts(
        &self,
        index: &mut UserIndex,
        before: &IndexState,
        sizes: &IndexSizes,
        number: WriteNumber,
    ) -> Result<(), Error> {
        if index.recent_bytes()? <= sizes.recent_bytes {
            return Ok(());
        }
        let recent = index.recent_slots()?;
        let mut tried = BTreeSet::new();
        let mut left = 0;
        for (entries, bytes) in recent {
            let slots = before.free_slots(&sizes.limits, bytes.len());
            let slots: Vec<_> = slots.filter(|slot| !tried.contains(slot)).collect();
            let mut slots = slots.into_iter().inspect(|slot| {
                tried.insert(*slot);
            });
            let Some(slot) = self.put_in_free_slot(&mut slots, number, &bytes).await? else {
                left += bytes.len();
                continue;
            };
            for entry in &entries {
                index.recent.remove(&entry.document.id);
            }
            let versions = u8::try_from(entries.len()).map_err(Error::catalogue)?;
            let bytes = u32::try_from(bytes.len()).map_err(Error::catalogue)?;
            index.state.add_texts(TextSlot { slot, number, versions, bytes });
        }
        if left > MOST_RECENT_BYTES {
            let reason =
                format_args!("no text slot is free, and the head has {left} bytes that belong in one");
            return Err(Error::catalogue(reason));
        }
        Ok(())
    }

    /// Puts a text slot in the first of these slots that permits it. A slot may have an item of a writer with the same head.
    async fn put_in_free_slot(
        &self,
        slots: &mut impl Iterator<Item = u8>,
        number: WriteNumber,
        bytes: &[u8],
    ) -> Result<Option<u8>, Error> {
        for slot in slots {
            let item = StoredItem { number, bytes: bytes.to_vec() };
            if self.put(Put { key: ItemKey::Text { slot }, item }).await?.is_none() {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }
}

fn unreadable(error: packed_index::WorkError<Error>) -> Error {
    match error {
        packed_index::WorkError::Read(error) => super::read_error(error),
        other => Error::catalogue(other),
    }
}
