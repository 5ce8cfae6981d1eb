//! The favorites that the catalogue has taken in.

use std::collections::BTreeSet;

use crate::catalogue::{Entry, Head, Slots};
use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Returns the ids under which the catalogue has a favorite, inside or outside the trash. `head` must have been read before the favorites
    /// were. Without a head, the user has no catalogue.
    ///
    /// The segments are read after the head, so they have everything that its journal lacks. They may also have what a later commit has
    /// taken in.
    ///
    /// # Errors
    /// [`Error::Busy`] if other writers change the segments for as long as the request has time; [`Error::Table`].
    pub(super) async fn taken_in(
        &self,
        user: &UserId,
        head: Option<&Head>,
        ids: impl IntoIterator<Item = DataId>,
    ) -> Result<BTreeSet<DataId>, Error> {
        let Some(head) = head else { return Ok(BTreeSet::new()) };
        let mut ids: BTreeSet<DataId> = ids.into_iter().collect();
        let journal = head.journal()?;
        let elsewhere = ids.iter().copied().filter(|data_id| !journal.contains_key(data_id)).collect();
        let slots = self.segments_with(user, elsewhere).await?;
        ids.retain(|data_id| {
            let entry = journal.get(data_id).or_else(|| slots.entry(*data_id));
            entry.is_some_and(is_present)
        });
        Ok(ids)
    }

    /// Reads the segments that hold these entries. Reads all of them again if a writer changed one between two reads.
    async fn segments_with(&self, user: &UserId, ids: Vec<DataId>) -> Result<Slots, Error> {
        let mut tries = self.tries();
        loop {
            let slots = self.read_slots(user, ids.clone()).await.map(Some);
            if let Some(slots) = tries.after(slots).await? {
                return Ok(slots);
            }
        }
    }
}

/// Returns true if the favorite is there, inside or outside the trash.
fn is_present(entry: &Entry) -> bool {
    entry.live.present().is_some() || entry.trash.present().is_some()
}
