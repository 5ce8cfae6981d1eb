//! The meaning of one record.

use single_table::EpochSeconds;
use single_table::item::{StreamItem, entity_name};
use single_table::stream::TableItem;

use super::record::ChangeRecord;
use crate::catalogue::Sighting;
use crate::error::Error;
use crate::model::favorite::{FavoriteData, TrashedFavorite};
use crate::model::ids::UserId;
use crate::table::FavoritesTable;

/// The items whose records tell something.
#[derive(TableItem)]
#[table_item(table = FavoritesTable)]
enum Consumed {
    Favorite(FavoriteData),
    Trashed(TrashedFavorite),
    /// Bookkeeping, the consumer's own writes among it.
    #[other]
    Other(StreamItem),
}

/// The content of a record.
pub(super) enum Told {
    /// The state of a favorite's item.
    Sighting { user: UserId, sighting: Sighting },
    /// Nothing that the consumer acts on.
    Nothing,
}

/// Reads a record.
pub(super) fn tell(change: ChangeRecord) -> Result<Told, Error> {
    let ChangeRecord { written, old, new } = change;
    let is_there = new.is_some();
    let since = written.unwrap_or(EpochSeconds::new(0));
    let image = new.or(old).ok_or_else(|| unreadable("it has no image"))?;
    let (sighting, user) = match Consumed::from_image(image)? {
        Consumed::Favorite(favorite) => (Sighting::favorite(&favorite), favorite.user_id),
        Consumed::Trashed(trashed) => (Sighting::trashed(&trashed), trashed.user_id),
        Consumed::Other(image) if entity_name::<FavoritesTable>(&image).is_some() => {
            return Ok(Told::Nothing);
        }
        Consumed::Other(_) => return Err(unreadable("its image does not say what it is of")),
    };
    let sighting = if is_there { sighting } else { sighting.gone(since) };
    Ok(Told::Sighting { user, sighting: sighting.written_at(written) })
}

fn unreadable(reason: &str) -> Error {
    Error::Uncounted { reason: reason.to_owned() }
}
