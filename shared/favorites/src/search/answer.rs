//! Answering a search.

use single_table::EpochSeconds;

use super::filter::Filter;
use super::request::{SearchPage, SearchRequest};
use super::walk::Walk;
use crate::catalogue::OpenHead;
use crate::catalogue::count_tree::Counter;
use crate::error::Error;
use crate::model::favorite::{FavoriteData, FavoriteDataKey};
use crate::model::ids::{DataId, UserId};
use crate::model::page::Position;
use crate::model::tag::TagItems;
use crate::service::Favorites;
use crate::use_cases::counts::shown;

impl Favorites {
    /// Finds favorites, newest first, and reads the ones on the page with one batch read. Skips expired favorites and the trash.
    /// A write shows up in searches a moment later.
    ///
    /// Reads the catalogue from the newest segment on, 200 KB first and then up to 1 MB at a time, until the page is full. Skips
    /// segments if their signature shows that they lack a word of the query. The counts are complete if the catalogue fits into
    /// the first 200 KB (about 1,000 favorites), if `count_all` is set, or if the search reached the end of the catalogue before
    /// the page was full.
    ///
    /// The search for a page ends after it has read [`SEARCH_BYTES`](crate::limits::SEARCH_BYTES), or has taken
    /// [`SEARCH_TIME`](crate::limits::SEARCH_TIME). Then [`searched_to`](SearchPage::searched_to) says how far it got.
    ///
    /// # Errors
    /// Returns [`Error::NoTag`] if the user has no such tag, [`Error::Position`] if `after` is not a position of a search, and
    /// [`Error::Busy`], [`Error::Catalogue`] or [`Error::Table`] if the catalogue can't be read.
    pub async fn search(&self, user: &UserId, request: &SearchRequest) -> Result<SearchPage, Error> {
        let before = request.after.as_ref().map(data_id).transpose()?;
        // Read the head before the segments: an entry that has left its journal is in a segment by then. Don't read the head and
        // the tags in parallel: a second connection needs a second handshake, and in a cold start that costs more CPU than the
        // search of a small library.
        let head = self.read_head(user).await?;
        let tags = self.store.all(TagItems::query(user.clone())).await?;
        if let Some(tag_id) = request.tag_id
            && !tags.iter().any(|tag| tag.tag_id == tag_id)
        {
            return Err(Error::NoTag(tag_id));
        }
        // Read the clock once: all counts of an answer are of the same second.
        let now = self.store.now();
        let filter = Filter::new(request, before, &tags, now);
        let size = usize::try_from(request.size.get()).unwrap_or(usize::MAX);
        let is_first = before.is_none();
        let mut walk = Walk::new(self, user, &head, &filter);
        // Search for one more favorite than fits on the page: if there is one, there is another page.
        walk.go((!request.count_all || !is_first).then_some(size + 1)).await?;
        let (complete, position, mut found) = (walk.is_at_end(), walk.position, walk.found);
        found.counts.complete = complete;
        found.ids.sort_unstable_by(|a, b| b.cmp(a));
        if !complete {
            found.ids.retain(|id| Some(*id) >= position);
        }
        let is_full = found.ids.len() > size;
        let stopped = position.filter(|_| !complete && !is_full);
        let next = if is_full {
            found.ids.truncate(size);
            found.ids.last().copied()
        } else {
            stopped
        };
        Ok(SearchPage {
            items: self.hydrated(user, &found.ids).await?,
            next: next.map(|data_id| Position(data_id.to_string())),
            searched_to: stopped.map(DataId::time),
            counts: is_first.then_some(found.counts),
            partly_searched: self.partly_searched(user, &head, EpochSeconds::of(now)).await?,
        })
    }

    /// Returns how many favorites have more text than is searched.
    async fn partly_searched(&self, user: &UserId, head: &OpenHead, now: EpochSeconds) -> Result<u64, Error> {
        // Most users have none, also among favorites that have expired.
        if head.counts.tally.cut == 0 {
            return Ok(0);
        }
        let sums = self.account_sums_of(user, head.counts.clone(), now).await?;
        Ok(shown(sums.get(Counter::Cut)))
    }

    async fn hydrated(&self, user: &UserId, ids: &[DataId]) -> Result<Vec<FavoriteData>, Error> {
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
