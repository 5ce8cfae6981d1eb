//! The walk through a person's catalogue that answers a search.

use single_table::Offset;

use super::filter::{Filter, Found};
use super::request::{SearchPage, SearchRequest};
use crate::catalogue::{OpenHead, SegmentItems};
use crate::error::Error;
use crate::favorite::{FavoriteData, FavoriteDataKey};
use crate::favorites::Favorites;
use crate::ids::{DataId, UserId};
use crate::page::Position;
use crate::tag::{Tag, TagItems};

/// How many segments are read first, up to six kilobytes each: a page of a frequent word is full by then, and most people keep
/// no more.
const FIRST_SEGMENTS: u32 = 32;

/// How many segments are read at once from then on: about the megabyte that DynamoDB reads at once. Without a limit the library
/// would read on until there is nothing left.
const SEGMENTS: u32 = 170;

/// How many such reads one search makes at the most: far more than most people keep, and far less than a function may take
/// time for. Where it ends, the page ends, and the next one goes on.
const READS: usize = 16;

impl Favorites {
    /// Finds favorites, newest first, and reads those of the page with one batch read. What has expired or lies in the trash is not
    /// found. It follows the last write within a moment.
    ///
    /// The catalogue is read from the newest segment on, two hundred kilobytes first and then a megabyte at a time, until the page
    /// is full. So the counts are of everything where that is no more than that, some 1,000 to 3,000 favorites; else
    /// they are complete only where `count_all` asks for it, or where it takes all of it to fill the page.
    ///
    /// # Errors
    /// [`Error::NoTag`] when the person has no such tag; [`Error::Position`]; [`Error::Busy`], [`Error::Catalogue`] and
    /// [`Error::Table`].
    pub async fn search(&self, user: &UserId, request: &SearchRequest) -> Result<SearchPage, Error> {
        let before = request.after.as_ref().map(data_id).transpose()?;
        // The head first: an entry that leaves its journal is in a segment by then.
        let (head, tags) = tokio::try_join!(self.read_head(user), self.all_tags(user))?;
        if let Some(tag_id) = request.tag_id
            && !tags.iter().any(|tag| tag.tag_id == tag_id)
        {
            return Err(Error::NoTag(tag_id));
        }
        let filter = Filter::new(request, before, &tags, self.store.now());
        let (found, next) = self.walk_through(user, &head, &filter, before, request).await?;
        let is_first = before.is_none();
        Ok(SearchPage {
            items: self.hydrated(user, &found.ids).await?,
            next: next.map(|data_id| Position(data_id.to_string())),
            counts: is_first.then_some(found.counts),
            partly_searched: head.partly_searched(),
        })
    }

    /// What matches, as many as a page may have, and from where on the next page goes.
    async fn walk_through(
        &self,
        user: &UserId,
        head: &OpenHead,
        filter: &Filter<'_>,
        before: Option<DataId>,
        request: &SearchRequest,
    ) -> Result<(Found, Option<DataId>), Error> {
        let size = usize::try_from(request.size.get()).unwrap_or(usize::MAX);
        let mut found = Found::default();
        filter.journal(&head.journal, &mut found);
        let mut offset: Option<Offset<SegmentItems>> = None;
        let mut lowest = None;
        let counts_wanted = request.count_all && before.is_none();
        let mut segments = if counts_wanted { SEGMENTS } else { FIRST_SEGMENTS };
        for _ in 0..READS {
            let mut query = SegmentItems::query(user.clone());
            if let Some(before) = before {
                query = query.less_than(&(before,));
            }
            let page = self.store.page(query.descending().limit(segments).after(offset.take())).await?;
            for segment in &page.items {
                // What a segment has from the next one's first id on is out of its range.
                let end = lowest.replace(segment.first_id);
                filter
                    .segment(segment, end, &head.journal, &mut found)
                    .map_err(|error| segment.unreadable(&error))?;
            }
            offset = page.next;
            // What the journal has of older favorites does not fill this page.
            let reached = found.ids.iter().filter(|id| lowest.is_none_or(|lowest| **id >= lowest)).count();
            segments = SEGMENTS;
            if offset.is_none() || (reached > size && !counts_wanted) {
                break;
            }
        }
        found.counts.complete = offset.is_none();
        found.ids.sort_unstable_by(|a, b| b.cmp(a));
        if offset.is_some() {
            found.ids.retain(|id| lowest.is_none_or(|lowest| *id >= lowest));
        }
        let next = if found.ids.len() > size {
            found.ids.truncate(size);
            found.ids.last().copied()
        } else {
            lowest.filter(|_| offset.is_some())
        };
        Ok((found, next))
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
