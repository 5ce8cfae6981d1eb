//! Lists of favorites.

use single_table::view::View;
use single_table::{Entity, Query, Update};

use crate::error::Error;
use crate::limits::{TAG_ACCESS_STEP, TAG_ACCESS_TIMEOUT};
use crate::model::data_type::DataType;
use crate::model::favorite::{
    FavoriteData, FavoriteDataItems, FavoritesByType, FavoritesByUpdateTime, UniqueLink,
};
use crate::model::favorite_data_tag::{FavoriteDataTag, FavoritesByTag, FavoritesByTagAndType};
use crate::model::ids::{TagId, UserId};
use crate::model::page::{Page, PageRequest, Position};
use crate::model::tag::{Tag, TagKey, TagsByLastAccessTime};
use crate::model::value::WebUrl;
use crate::service::Favorites;
use crate::table::FavoritesTable;

impl Favorites {
    /// Returns a user's favorites by the time of their last change. This is one query. Long texts are cut.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_updated_favorites(
        &self,
        user: &UserId,
        page: &PageRequest,
    ) -> Result<Page<FavoriteData>, Error> {
        let favorites = self.read_page(FavoritesByUpdateTime::query(user.clone()), page).await?;
        Ok(favorites.map(|favorite| favorite.preview()))
    }

    /// Returns a user's favorites, or those of a type, by the time of their creation. This is one query. Long texts are cut.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_favorites(
        &self,
        user: &UserId,
        data_type: Option<DataType>,
        page: &PageRequest,
    ) -> Result<Page<FavoriteData>, Error> {
        self.listed(user, data_type, None, page).await
    }

    /// Returns the favorite in which a user keeps this link, if there is one, as a list of at most one. This
    /// is a read of the link's record, and one of its favorite, both of them consistent. Only links have
    /// records, so no picture, file or other favorite is found by its address. Long texts are cut.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn favorites_with_link(
        &self,
        user: &UserId,
        url: &WebUrl,
    ) -> Result<Page<FavoriteData>, Error> {
        let favorite = self.favorite_with_link(user, url).await?;
        Ok(Page { items: favorite.iter().map(FavoriteData::preview).collect(), next: None })
    }

    /// Returns the favorite in which a user keeps this link.
    pub(crate) async fn favorite_with_link(
        &self,
        user: &UserId,
        url: &WebUrl,
    ) -> Result<Option<FavoriteData>, Error> {
        let record = UniqueLink::of(user, url);
        let favorite = match self.store.owner(&record).await? {
            Some(owner) => self.store.get(&owner).consistent().await?,
            None => None,
        };
        // The favorite may have another link since its record was read.
        Ok(favorite.filter(|favorite| favorite.unique_link().as_ref() == Some(&record.link)))
    }

    /// Returns a user's favorites of a type and with a tag, where these are given, in one query. The tag need not exist.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub(crate) async fn listed(
        &self,
        user: &UserId,
        data_type: Option<DataType>,
        tag_id: Option<TagId>,
        page: &PageRequest,
    ) -> Result<Page<FavoriteData>, Error> {
        let user = user.clone();
        let favorites = match (data_type, tag_id) {
            (None, None) => self.read_page(FavoriteDataItems::query(user), page).await?,
            (Some(data_type), None) => self.read_page(FavoritesByType::query(user, data_type), page).await?,
            (None, Some(tag_id)) => {
                let entries = self.read_page(FavoritesByTag::query(user, tag_id), page).await?;
                return Ok(entries.map(FavoriteDataTag::into_preview));
            }
            (Some(data_type), Some(tag_id)) => {
                let query = FavoritesByTagAndType::query(user, tag_id, data_type);
                return Ok(self.read_page(query, page).await?.map(FavoriteDataTag::into_preview));
            }
        };
        Ok(favorites.map(|favorite| favorite.preview()))
    }

    /// Returns the favorites with a tag, or those of a type among them. This is one query and a read of the tag, which must exist.
    /// The tag has the time at which its list was last read. If that was more than [`TAG_ACCESS_STEP`] ago, the time is set to now.
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
        // Send these requests one after the other: sent at once, they would need two connections, and a handshake costs a
        // cold start more CPU than everything else here.
        let tag: Tag = self.store.get(&key).await?.ok_or(Error::NoTag(tag_id))?;
        let list = self.listed(user, data_type, Some(tag_id), page).await?;
        self.touch(&tag).await;
        Ok(list)
    }

    /// Sets the tag's time of last access to now, at most once in a [`TAG_ACCESS_STEP`]. The list waits for this, at most
    /// [`TAG_ACCESS_TIMEOUT`]: a task that outlives the response is lost when Lambda freezes the sandbox. A failure is logged and
    /// does not fail the list; the next list sets the time.
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
            Ok(Err(error)) => {
                let error = Error::from(error).without_values();
                tracing::warn!(error, "a tag's last access time could not be moved");
            }
            Err(_) => tracing::warn!(
                timeout = ?TAG_ACCESS_TIMEOUT,
                "a tag's last access time was not moved in time"
            ),
        }
    }

    /// Reads a page of a view.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub(crate) async fn read_page<V>(
        &self,
        query: Query<V>,
        page: &PageRequest,
    ) -> Result<Page<V::Item>, Error>
    where
        V: View<Table = FavoritesTable>,
    {
        self.read_after(page.after.as_ref(), query.order(page.order).limit(page.size.get())).await
    }

    /// Reads the page of a query that begins after a position, or the first page.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub(crate) async fn read_after<V, S>(
        &self,
        position: Option<&Position>,
        query: Query<V, S>,
    ) -> Result<Page<V::Item>, Error>
    where
        V: View<Table = FavoritesTable>,
    {
        let query = query.after_text(position.map(|Position(text)| text.as_str()));
        let found = self.store.page(query.map_err(|_| Error::Position)?).await?;
        let next = found.cursor().map_err(single_table::Error::from)?.map(Position);
        Ok(Page { items: found.items, next })
    }
}
