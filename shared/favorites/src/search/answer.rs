//! Answering a search.

use super::filter::Filter;
use super::request::{SearchPage, SearchRequest};
use super::walk::Walk;
use crate::error::Error;
use crate::favorite::{FavoriteData, FavoriteDataKey};
use crate::favorites::Favorites;
use crate::ids::{DataId, UserId};
use crate::page::Position;
use crate::tag::{Tag, TagItems};

impl Favorites {
    /// Finds favorites, newest first, and reads those of the page with one batch read. What has expired or lies in the trash is not
    /// found. It follows the last write within a moment.
    ///
    /// The catalogue is read from the newest segment on, two hundred kilobytes first and then up to a megabyte at a time, until the
    /// page is full. Segments whose signature says that they lack a word are passed. So the counts are of everything where that is no
    /// more than the first two hundred kilobytes, some 1,000 favorites; else they are complete only where `count_all` asks for it, or
    /// where it takes all of it to fill the page.
    ///
    /// # Errors
    /// [`Error::NoTag`] when the person has no such tag; [`Error::Position`]; [`Error::Busy`], [`Error::Catalogue`] and
    /// [`Error::Table`].
    pub async fn search(&self, user: &UserId, request: &SearchRequest) -> Result<SearchPage, Error> {
        let before = request.after.as_ref().map(data_id).transpose()?;
        // The head first: an entry that leaves its journal is in a segment by then. And not both at once: two connections mean
        // two handshakes, which cost a cold start more CPU than the search of a small library.
        let head = self.read_head(user).await?;
        let tags = self.all_tags(user).await?;
        if let Some(tag_id) = request.tag_id
            && !tags.iter().any(|tag| tag.tag_id == tag_id)
        {
            return Err(Error::NoTag(tag_id));
        }
        let filter = Filter::new(request, before, &tags, self.store.now());
        let size = usize::try_from(request.size.get()).unwrap_or(usize::MAX);
        let is_first = before.is_none();
        let mut walk = Walk::new(self, user, &head, &filter, before);
        // One more than the page has says that there is another.
        walk.go((!request.count_all || !is_first).then_some(size + 1)).await?;
        let (complete, position, mut found) = (walk.is_at_end(), walk.position, walk.found);
        found.counts.complete = complete;
        found.ids.sort_unstable_by(|a, b| b.cmp(a));
        if !complete {
            found.ids.retain(|id| Some(*id) >= position);
        }
        let next = if found.ids.len() > size {
            found.ids.truncate(size);
            found.ids.last().copied()
        } else {
            position.filter(|_| !complete)
        };
        Ok(SearchPage {
            items: self.hydrated(user, &found.ids).await?,
            next: next.map(|data_id| Position(data_id.to_string())),
            counts: is_first.then_some(found.counts),
            partly_searched: head.partly_searched(),
        })
    }

    async fn all_tags(&self, user: &UserId) -> Result<Vec<Tag>, Error> {
        Ok(self.store.all(TagItems::query(user.clone())).await?)
    }

    async fn hydrated(&self, user: &UserId, ids: &[DataId]) -> Result<Vec<FavoriteData>, Error> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let key = |id: &DataId| FavoriteDataKey { user_id: user.clone(), data_id: *id };
        let keys: Vec<_> = ids.iter().map(key).collect();
        let loaded = self.store.get_many::<FavoriteData>(&keys).await?;
        let favorites = loaded.complete().map_err(single_table::Error::from)?;
        Ok(favorites.into_iter().flatten().map(|favorite| favorite.preview()).collect())
    }
}

fn data_id(position: &Position) -> Result<DataId, Error> {
    position.0.parse().map_err(|_| Error::Position)
}
