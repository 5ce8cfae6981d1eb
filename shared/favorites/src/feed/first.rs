//! The first synchronization: all tags, all favorites, and everything in the trash, by id.

use futures::{Stream, TryStreamExt as _};

use crate::error::Error;
use crate::feed::page::{Change, Filling};
use crate::feed::place::{Place, Walk};
use crate::model::favorite::{FavoriteData, FavoriteDataItems, TrashedFavorite, TrashedFavoriteItems};
use crate::model::ids::UserId;
use crate::model::tag::TagItems;
use crate::service::Favorites;

impl Favorites {
    /// Adds as many of the items that follow the place as there is room for, and moves the place behind them. All reads are consistent, so
    /// the items have every change up to the marks of the place.
    pub(super) async fn walk_all(
        &self,
        user: &UserId,
        place: &mut Place,
        page: &mut Filling<'_>,
    ) -> Result<(), Error> {
        while let Some(walk) = place.walk {
            let user = user.clone();
            let stopped = match walk {
                Walk::Tags(after) => {
                    let query = TagItems::query(user).greater_than(&(after,)).consistent();
                    let tags = self.store.stream(query);
                    add_all(
                        tags,
                        page,
                        |tag| (Walk::Tags(tag.tag_id), Change::Tag(tag)),
                        &mut place.walk,
                        || {
                            place.tags.life.note_item();
                        },
                    )
                    .await?
                }
                Walk::Favorites(after) => {
                    let query = FavoriteDataItems::query(user).greater_than(&(after,)).consistent();
                    let favorites = self.store.stream(query);
                    let change = |favorite: FavoriteData| {
                        (Walk::Favorites(favorite.data_id), Change::Favorite(Box::new(favorite)))
                    };
                    add_all(favorites, page, change, &mut place.walk, || place.favorites.life.note_item())
                        .await?
                }
                Walk::Trash(after) => {
                    let query = TrashedFavoriteItems::query(user).greater_than(&(after,)).consistent();
                    let trashed = self.store.stream(query);
                    let change = |trashed: TrashedFavorite| {
                        (Walk::Trash(trashed.data_id), Change::Trashed(Box::new(trashed)))
                    };
                    add_all(trashed, page, change, &mut place.walk, || place.favorites.life.note_item())
                        .await?
                }
            };
            if stopped {
                return Ok(());
            }
            place.walk = match walk {
                Walk::Tags(_) => Some(Walk::favorites()),
                Walk::Favorites(_) => Some(Walk::trash()),
                Walk::Trash(_) => None,
            };
        }
        Ok(())
    }
}

/// Adds the items of a stream, and moves `place` behind each. Returns true if the page is full.
async fn add_all<T>(
    items: impl Stream<Item = Result<T, single_table::Error>> + Unpin,
    page: &mut Filling<'_>,
    change: impl Fn(T) -> (Walk, Change),
    place: &mut Option<Walk>,
    mut note: impl FnMut(),
) -> Result<bool, Error> {
    let mut items = items;
    while let Some(item) = items.try_next().await? {
        let (walk, change) = change(item);
        if !page.add(change) {
            return Ok(true);
        }
        *place = Some(walk);
        note();
    }
    Ok(false)
}
