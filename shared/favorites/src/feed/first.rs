//! The first synchronization: all tags, all favorites, and everything in the trash, by id.

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};

use crate::catalogue::Head;
use crate::error::Error;
use crate::feed::page::{Change, Filling};
use crate::feed::place::{Place, Walk};
use crate::model::favorite::{FavoriteData, FavoriteDataItems, TrashedFavorite, TrashedFavoriteItems};
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::tag::TagItems;
use crate::service::Favorites;

/// Favorites by id, a page at a time, as a client gets them.
type Pages = BoxStream<'static, Result<Vec<(DataId, Change)>, single_table::Error>>;

impl Favorites {
    /// Adds as many of the items that follow the place as there is room for, and moves the place behind them. All reads are consistent, so
    /// the items have every change up to the marks of the place. Favorites that the catalogue does not have yet are left out: they follow
    /// with the commit that takes them in. `head` must have been read before this call.
    pub(super) async fn walk_all(
        &self,
        user: &UserId,
        head: Option<&Head>,
        place: &mut Place,
        page: &mut Filling<'_>,
    ) -> Result<(), Error> {
        while let Some(walk) = place.walk {
            let is_full = match walk {
                Walk::Tags(after) => self.add_all_tags(user, after, place, page).await?,
                Walk::Favorites(after) => {
                    let query = FavoriteDataItems::query(user.clone()).greater_than(&(after,)).consistent();
                    let change =
                        |favorite: FavoriteData| (favorite.data_id, Change::Favorite(Box::new(favorite)));
                    let pages = self.store.pages(query);
                    let pages = pages.map_ok(move |items| items.into_iter().map(change).collect()).boxed();
                    self.add_taken_in(user, head, (pages, Walk::Favorites), place, page).await?
                }
                Walk::Trash(after) => {
                    let query =
                        TrashedFavoriteItems::query(user.clone()).greater_than(&(after,)).consistent();
                    let change =
                        |trashed: TrashedFavorite| (trashed.data_id, Change::Trashed(Box::new(trashed)));
                    let pages = self.store.pages(query);
                    let pages = pages.map_ok(move |items| items.into_iter().map(change).collect()).boxed();
                    self.add_taken_in(user, head, (pages, Walk::Trash), place, page).await?
                }
            };
            if is_full {
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

    /// Adds tags. Returns true if the page is full.
    async fn add_all_tags(
        &self,
        user: &UserId,
        after: TagId,
        place: &mut Place,
        page: &mut Filling<'_>,
    ) -> Result<bool, Error> {
        let query = TagItems::query(user.clone()).greater_than(&(after,)).consistent();
        let mut tags = self.store.stream(query);
        while let Some(tag) = tags.try_next().await? {
            let tag_id = tag.tag_id;
            if !page.add(Change::Tag(tag)) {
                return Ok(true);
            }
            place.walk = Some(Walk::Tags(tag_id));
            place.tags.life.note_item();
        }
        Ok(false)
    }

    /// Adds the favorites of these pages that the catalogue has. Returns true if the page is full.
    async fn add_taken_in(
        &self,
        user: &UserId,
        head: Option<&Head>,
        (mut pages, walk): (Pages, fn(DataId) -> Walk),
        place: &mut Place,
        page: &mut Filling<'_>,
    ) -> Result<bool, Error> {
        while let Some(items) = pages.try_next().await? {
            let taken_in = self.taken_in(user, head, items.iter().map(|(data_id, _)| *data_id)).await?;
            for (data_id, change) in items {
                if taken_in.contains(&data_id) {
                    if !page.add(change) {
                        return Ok(true);
                    }
                    place.favorites.life.note_item();
                }
                place.walk = Some(walk(data_id));
            }
        }
        Ok(false)
    }
}
