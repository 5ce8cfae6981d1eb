//! Records of the table's stream: what each of them tells of which favorite.
//!
//! What they tell is taken into the [catalogue](crate::catalogue), which says why nothing counts twice.

use std::collections::BTreeMap;
use std::time::Duration;

use futures::{StreamExt as _, stream};
use single_table::EpochSeconds;
use single_table::item::{StreamItem, entity_name};
use single_table::stream::TableItem;
use tokio::time::Instant;

use crate::catalogue::{Seen, Sighting};
use crate::error::Error;
use crate::favorite::{FavoriteData, FavoriteDataItems, TrashedFavorite, TrashedFavoriteItems};
use crate::favorites::Favorites;
use crate::ids::UserId;
use crate::limits::RECORD_BELIEVED;
use crate::table::FavoritesTable;
use crate::tag_cleanup::TagCleanup;

/// One record of the stream.
#[derive(Debug, Clone)]
pub struct Change {
    /// About when the item was written, to the second: the record's `ApproximateCreationDateTime`. A record that does not
    /// say it is taken for an old one.
    pub written: Option<EpochSeconds>,
    /// The item before.
    pub old: Option<StreamItem>,
    /// The item after.
    pub new: Option<StreamItem>,
}

/// The items whose records tell something.
#[derive(TableItem)]
#[table_item(table = FavoritesTable)]
enum Consumed {
    Favorite(FavoriteData),
    Trashed(TrashedFavorite),
    Cleanup(TagCleanup),
    /// Bookkeeping, the consumer's own writes among it.
    #[other]
    Other(StreamItem),
}

/// How many people's catalogues are written at once.
const PEOPLE_AT_ONCE: usize = 16;

/// What a record tells.
enum Told {
    /// How a favorite is now, and when it came to be so.
    Sighting { user: UserId, sighting: Sighting, written: Option<EpochSeconds> },
    /// That a deleted tag is to be taken off some favorites.
    Cleanup(TagCleanup),
    /// Nothing that anything follows from.
    Nothing,
}

impl Favorites {
    /// Applies records of the stream, in any order and as often as they come. There is one result for each, in their order:
    /// a record that can't be read or applied harms no other. What is not applied within `time_left` is left for the next
    /// delivery, and its result says so.
    pub async fn apply_changes(&self, changes: Vec<Change>, time_left: Duration) -> Vec<Result<(), Error>> {
        let end = Instant::now() + time_left;
        let mut results = Vec::with_capacity(changes.len());
        let mut by_person: BTreeMap<UserId, (Vec<usize>, Vec<Sighting>)> = BTreeMap::new();
        let mut cleanups = Vec::new();
        for (at, change) in changes.into_iter().enumerate() {
            let told = match tell(change) {
                Ok(Told::Sighting { user, sighting, written }) => {
                    self.believed(&user, sighting, written).await.map(|sighting| {
                        let (places, sightings) = by_person.entry(user).or_default();
                        places.push(at);
                        sightings.push(sighting);
                    })
                }
                Ok(Told::Cleanup(cleanup)) => {
                    cleanups.push((at, cleanup));
                    Ok(())
                }
                Ok(Told::Nothing) => Ok(()),
                Err(error) => Err(error),
            };
            results.push(told);
        }
        let observed = by_person.into_iter().map(|(user, (places, sightings))| async move {
            (places, self.observe(&user, sightings, end).await)
        });
        let mut observed = stream::iter(observed).buffer_unordered(PEOPLE_AT_ONCE);
        while let Some((places, result)) = observed.next().await {
            let Err(error) = result else { continue };
            for at in places {
                results[at] = Err(match &error {
                    Error::OutOfTime => Error::OutOfTime,
                    other => Error::Uncounted { reason: other.to_string() },
                });
            }
        }
        for (at, cleanup) in cleanups {
            results[at] = self.step_cleanup(cleanup, end).await;
        }
        results
    }

    /// What a record tells, or for an old one what the item itself does: its tombstone may be forgotten. What is gone is noted as
    /// gone from now on, so that a tombstone always lasts.
    async fn believed(
        &self,
        user: &UserId,
        told: Sighting,
        written: Option<EpochSeconds>,
    ) -> Result<Sighting, Error> {
        let now = self.seconds();
        if written.is_some_and(|written| written.plus(RECORD_BELIEVED) > now) {
            return Ok(told);
        }
        let (user, data_id) = (user.clone(), told.data_id);
        Ok(match told.seen {
            Seen::Live(facet) => {
                let query =
                    FavoriteDataItems::query(user).equals(&(data_id,)).consistent().including_expired();
                let found = self.store.all(query).await?;
                found.first().map_or_else(
                    || Sighting::favorite_gone(data_id, facet.version(), now),
                    Sighting::favorite,
                )
            }
            Seen::Trash(facet) => {
                let query =
                    TrashedFavoriteItems::query(user).equals(&(data_id,)).consistent().including_expired();
                let found = self.store.all(query).await?;
                found
                    .first()
                    .map_or_else(|| Sighting::trashed_gone(data_id, facet.version(), now), Sighting::trashed)
            }
            // No record says that.
            seen @ Seen::Wrong(_) => Sighting { data_id, seen },
        })
    }

    /// The second on the service's clock.
    pub(crate) fn seconds(&self) -> EpochSeconds {
        EpochSeconds::of(self.store.now())
    }
}

fn tell(change: Change) -> Result<Told, Error> {
    let Change { written, old, new } = change;
    let is_there = new.is_some();
    let since = written.unwrap_or(EpochSeconds::new(0));
    let image = new.or(old).ok_or_else(|| unreadable("it has no image"))?;
    let (user, sighting) = match Consumed::from_image(image)? {
        Consumed::Favorite(favorite) => {
            let sighting = if is_there {
                Sighting::favorite(&favorite)
            } else {
                Sighting::favorite_gone(favorite.data_id, favorite.version, since)
            };
            (favorite.user_id, sighting)
        }
        Consumed::Trashed(trashed) => {
            let sighting = if is_there {
                Sighting::trashed(&trashed)
            } else {
                Sighting::trashed_gone(trashed.data_id, trashed.favorite.version, since)
            };
            (trashed.user_id, sighting)
        }
        Consumed::Cleanup(cleanup) if cleanup.is_due(is_there) => return Ok(Told::Cleanup(cleanup)),
        Consumed::Cleanup(_) => return Ok(Told::Nothing),
        Consumed::Other(image) if entity_name::<FavoritesTable>(&image).is_some() => {
            return Ok(Told::Nothing);
        }
        Consumed::Other(_) => return Err(unreadable("its image does not say what it is of")),
    };
    Ok(Told::Sighting { user, sighting, written })
}

fn unreadable(reason: &str) -> Error {
    Error::Uncounted { reason: reason.to_owned() }
}
