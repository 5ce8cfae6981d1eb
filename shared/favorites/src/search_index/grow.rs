//! Changes of the index as part of a commit: new versions go to the head, and from there to text slots.
//!
//! Counting does not depend on search. A throttled put makes the commit try again, as the put of any other item
//! does. After other errors, and if versions find no room, the commit counts all the same. If the versions
//! exceed what the head holds, the index becomes partial, and a reconciliation adds all favorites to it again.

use std::collections::BTreeSet;

use packed_index::{IndexState, ItemKey, Put, SlotEntry, StoredItem, TextSlot, WriteNumber};

use super::sizes::IndexSizes;
use super::user_index::UserIndex;
use super::user_items::UserItems;
use crate::catalogue::Repairs;
use crate::error::Error;
use crate::limits::MOST_UNINDEXED_BYTES;
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Returns the index with new versions, for the next revision of the head, which was read at `revision`.
    /// The items that it names are put before it returns.
    ///
    /// If a compaction becomes due, it begins with this commit, and the worker is asked to do it.
    ///
    /// # Errors
    /// [`Error::Busy`] if the table is throttled. Then the commit is to be tried again.
    pub(crate) async fn grow_index(
        &self,
        user: &UserId,
        before: &UserIndex,
        revision: u64,
        versions: Vec<SlotEntry>,
    ) -> Result<UserIndex, Error> {
        let items = UserItems::new(self, user);
        let mut index = before.clone();
        let (number, now) = (index.number_after(revision), self.store.now());
        index.add_changes(versions, now);
        match items.put_texts(&mut index, &before.state, &self.index_sizes, number).await {
            // The commit is tried again, as after a throttled put of a segment.
            Err(error @ Error::Busy(_)) => return Err(error),
            Err(error) => {
                tracing::error!(error = error.without_values(), "new texts stay in the head");
            }
            Ok(()) => {}
        }
        if index.drop_versions_beyond(MOST_UNINDEXED_BYTES, now) | index.rebuild_if_of_other_analysis(now) {
            let asked = self.reconcile_soon(user, Repairs::Confirmed).await;
            note_failure(asked, "a rebuild of the search index waits for the daily reconciliation");
        }
        let mut planned = index.state.clone();
        if planned.plan(number, &self.index_sizes.limits) {
            // The worker is asked before the head names the compaction. So a compaction that is under way has
            // a turn that does it.
            match self.add_compaction(user).await {
                Ok(()) => index.state = planned,
                failed => note_failure(failed, "a compaction waits for the next commit"),
            }
        }
        Ok(index)
    }
}

fn note_failure(result: Result<(), Error>, consequence: &str) {
    if let Err(error) = result {
        tracing::warn!(error = error.without_values(), consequence, "the worker was not asked");
    }
}

impl UserItems<'_> {
    /// Puts the recent versions into text slots if they are too many for the head. Those that find no slot stay there.
    ///
    /// The slots are free in the state before the commit, which the head names until then.
    pub(super) async fn put_texts(
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
        for (entries, bytes) in recent {
            let slots = before.free_slots(&sizes.limits, bytes.len());
            let slots: Vec<_> = slots.filter(|slot| !tried.contains(slot)).collect();
            let mut slots = slots.into_iter().inspect(|slot| {
                tried.insert(*slot);
            });
            let Some(slot) = self.put_in_free_slot(&mut slots, number, &bytes).await? else { continue };
            for entry in &entries {
                index.recent.remove(&entry.document.id);
            }
            let versions = u8::try_from(entries.len()).map_err(Error::catalogue)?;
            let bytes = u32::try_from(bytes.len()).map_err(Error::catalogue)?;
            index.state.add_texts(TextSlot { slot, number, versions, bytes });
        }
        Ok(())
    }

    /// Puts a text slot in the first of these slots that permits it. A slot may have an item of a writer with the same head.
    async fn put_in_free_slot(
        &self,
        slots: &mut impl Iterator<Item = u16>,
        number: WriteNumber,
        bytes: &[u8],
    ) -> Result<Option<u16>, Error> {
        for slot in slots {
            let item = StoredItem { number, bytes: bytes.to_vec() };
            if self.put(Put { key: ItemKey::Text { slot }, item }).await?.is_none() {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }
}
