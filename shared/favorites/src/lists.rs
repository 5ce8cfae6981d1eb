//! Lists of favorites.

use single_table::view::View;
use single_table::{Entity, Offset, Query, Update};

use crate::data_type::DataType;
use crate::error::Error;
use crate::favorite::{
    FavoriteData, FavoriteDataItems, FavoriteDataTag, FavoritesByTag, FavoritesByTagAndType, FavoritesByType,
};
use crate::favorites::Favorites;
use crate::ids::{TagId, UserId};
use crate::limits::{TAG_ACCESS_STEP, TAG_ACCESS_TIMEOUT};
use crate::page::{Order, Page, PageRequest, Position};
use crate::table::FavoritesTable;
use crate::tag::{Tag, TagKey, TagsByLastAccessTime};

impl Favorites {
    /// A person's favorites by the time they were kept, all of them or those of a type: one query. Long texts are cut.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_favorites(
        &self,
        user: &UserId,
        data_type: Option<DataType>,
        page: &PageRequest,
    ) -> Result<Page<FavoriteData>, Error> {
        let page = match data_type {
            None => self.read_page(FavoriteDataItems::query(user.clone()), page).await?,
            Some(data_type) => self.read_page(FavoritesByType::query(user.clone(), data_type), page).await?,
        };
        Ok(page.map(|favorite| favorite.preview()))
    }

    /// The favorites with a tag, all of them or those of a type: one query. Beside it the tag itself is read, to know
    /// that it exists and when its list was last read. Where that was longer than [`TAG_ACCESS_STEP`] ago, the time moves.
    ///
    /// # Errors
    /// [`Error::NoTag`], [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_tag_favorites(
        &self,
        user: &UserId,
        tag_id: TagId,
        data_type: Option<DataType>,
        page: &PageRequest,
    ) -> Result<Page<FavoriteData>, Error> {
        let key = TagKey { user_id: user.clone(), tag_id };
        // One after the other: at once, they would need two connections, and a handshake costs a cold start more CPU than
        // everything else here.
        let tag: Tag = self.store.get(&key).await?.ok_or(Error::NoTag(tag_id))?;
        let list = match data_type {
            None => self.read_page(FavoritesByTag::query(user.clone(), tag_id), page).await?,
            Some(data_type) => {
                self.read_page(FavoritesByTagAndType::query(user.clone(), tag_id, data_type), page).await?
            }
        };
        self.touch(&tag).await;
        Ok(list.map(|entry: FavoriteDataTag| entry.favorite))
    }

    /// Moves the tag's time of last access to now, at most once a [`TAG_ACCESS_STEP`]. The list waits for it, at most
    /// [`TAG_ACCESS_TIMEOUT`]: a task that outlives the answer is lost when Lambda freezes the sandbox. A failure is logged and
    /// does not fail the list; the next reading moves the time.
    async fn touch(&self, tag: &Tag) {
        let now = self.store.now();
        let Some(stale) = now.checked_sub(TAG_ACCESS_STEP) else { return };
        if tag.last_access_time > stale {
            return;
        }
        let condition = single_table::Condition::live() & Tag::LAST_ACCESS_TIME.le(stale);
        let update = Update::new(tag.key()).rekey::<TagsByLastAccessTime>(&(now,)).only_if(condition);
        match tokio::time::timeout(TAG_ACCESS_TIMEOUT, self.store.execute(update)).await {
            // A failed condition means that another reading was first.
            Ok(Ok(_) | Err(single_table::WriteError::ConditionFailed { .. })) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a tag's last access time could not be moved"),
            Err(_) => tracing::warn!(
                timeout = ?TAG_ACCESS_TIMEOUT,
                "a tag's last access time was not moved in time"
            ),
        }
    }

    /// A page of any view.
    pub(crate) async fn read_page<V>(
        &self,
        query: Query<V>,
        page: &PageRequest,
    ) -> Result<Page<V::Item>, Error>
    where
        V: View<Table = FavoritesTable>,
    {
        let after = page
            .after
            .as_ref()
            .map(|Position(text)| Offset::from_text(text).map_err(|_| Error::Position))
            .transpose()?;
        let query = match page.order {
            Order::Ascending => query.ascending(),
            Order::Descending => query.descending(),
        };
        let found = self.store.page(query.limit(page.size.get()).after(after)).await?;
        let next = found
            .next
            .map(|next| next.to_text().map(Position))
            .transpose()
            .map_err(single_table::Error::from)?;
        Ok(Page { items: found.items, next })
    }
}
