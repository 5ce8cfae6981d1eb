//! Reading the item that a record tells something about, where the record itself is not believed.

use crate::catalogue::entry::Seen;
use crate::catalogue::sighting::Sighting;
use crate::error::Error;
use crate::limits::TOMBSTONE_KEEPS;
use crate::model::favorite::{FavoriteDataItems, TrashedFavoriteItems};
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Reads the item of a sighting. An item that is gone is noted as gone from now on, so that its tombstone lasts. If the sighting is as
    /// old as a tombstone can be, no record can bring the item back, so it needs no tombstone.
    pub(crate) async fn read_again(&self, user: &UserId, told: Sighting) -> Result<Sighting, Error> {
        let (user, key) = (user.clone(), (told.data_id,));
        let found = match &told.seen {
            Seen::Live(_) => {
                let query = FavoriteDataItems::query(user).equals(&key).consistent().including_expired();
                self.store.all(query).await?.first().map(Sighting::favorite)
            }
            Seen::Trash(_) => {
                let query = TrashedFavoriteItems::query(user).equals(&key).consistent().including_expired();
                self.store.all(query).await?.first().map(Sighting::trashed)
            }
            // A record is neither a correction nor about the search index.
            Seen::Wrong(_) | Seen::Unindexed(_) => return Ok(told),
        };
        let written = told.written;
        let now = self.seconds();
        let read = match found {
            Some(found) => found,
            None if written.is_some_and(|written| written.plus(TOMBSTONE_KEEPS) <= now) => {
                told.gone(now).of_the_past()
            }
            None => told.gone(now),
        };
        Ok(read.written_at(written))
    }
}
