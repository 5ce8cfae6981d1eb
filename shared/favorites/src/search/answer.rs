//! Answering a search.

use futures::future::{FutureExt as _, try_join};
use packed_index::SlotEntry;
use uuid::Uuid;

use super::budget::Budget;
use super::filter::{Filter, Found};
use super::request::{SearchPage, SearchRequest};
use super::tag_names::NamedTag;
use super::walk::Walk;
use crate::catalogue::{OpenHead, Repairs};
use crate::error::Error;
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, UserId};
use crate::model::page::Position;
use crate::search_index::{UserIndex, UserItems};
use crate::service::Favorites;

impl Favorites {
    /// Finds favorites, newest first. If the query is the address of a link, that link comes before them.
    /// Skips expired favorites and the trash. A write shows up in searches a moment later.
    ///
    /// Looks the words, tags and types of the query up in the search index, reads the favorites that have them, and compares these with
    /// the query, until the page is full. Favorites that changed last are compared without being read.
    ///
    /// The counts are complete if `count_all` is set, or if the search reached the end before the page was full.
    ///
    /// The search for a page ends after it has read [`SEARCH_BYTES`](crate::limits::SEARCH_BYTES), or has taken
    /// [`SEARCH_TIME`](crate::limits::SEARCH_TIME). Then [`searched_to`](SearchPage::searched_to) says how far it got.
    ///
    /// # Errors
    /// Returns [`Error::NoTag`] if the user has no such tag, [`Error::Position`] if `after` is not a position of a search, and
    /// [`Error::Busy`], [`Error::Catalogue`] or [`Error::Table`] if the index can't be read.
    pub async fn search(&self, user: &UserId, request: &SearchRequest) -> Result<SearchPage, Error> {
        let before = request.after.as_ref().map(data_id).transpose()?;
        // Read the head before the other items: they are what the head names, unless a later head has replaced them. Read nothing in
        // parallel that a small library needs: a second connection needs a second handshake, and in a cold start that costs more CPU
        // than the search of a small library.
        let mut head = self.read_head(user).await?;
        let mut tries = self.tries();
        loop {
            // Boxed, because the compiler limits how deep the futures of callers may be nested.
            let found = self.search_from(user, request, before, &head).boxed().await.map(Some);
            if let Some(page) = tries.after(found).await? {
                return Ok(page);
            }
            // Commits have replaced items that the head names. Many commits in a row may do so several times.
            let searched = head.revision();
            head = self.open_head(user).await?;
            // Only a put of the head lets items be replaced. Without one, an item is lost, or of another
            // moment than the head, and stays so until the index is made again.
            if head.revision() == searched {
                self.ask_for_repair(user, Repairs::Index).await;
                return Err(Error::catalogue(
                    "an item of the search index is lost, or is not of the same moment as the head; the index is made again",
                ));
            }
        }
    }

    async fn search_from(
        &self,
        user: &UserId,
        request: &SearchRequest,
        before: Option<DataId>,
        head: &OpenHead,
    ) -> Result<SearchPage, Error> {
        if head.is_index_unreadable {
            self.ask_for_repair(user, Repairs::Confirmed).await;
            return Err(Error::catalogue("the search index can't be read; it is made again"));
        }
        // Comparing a query with thousands of tags takes time, too.
        let budget = Budget::new(self);
        let items = UserItems::new(self, user);
        let (tags, texts) = self.tags_and_texts(user, &items, &head.index).await?;
        if let Some(tag_id) = request.tag_id
            && !tags.iter().any(|tag| tag.tag_id == tag_id)
        {
            return Err(Error::NoTag(tag_id));
        }
        let exact = self.exact(user, request).await?;
        let exact_id = exact.as_ref().map(|favorite| favorite.data_id);
        // Read the clock once: all counts of an answer are of the same second.
        let filter = Filter::new(request, before, &tags, exact_id, self.store.now());
        let is_first = before.is_none();
        let exact = exact.filter(|favorite| is_first && filter.is_met_by_exact(favorite));
        let size = usize::try_from(request.size.get()).unwrap_or(usize::MAX) - usize::from(exact.is_some());
        // Search for one more favorite than fits on the page: if there is one, there is another page.
        let enough = size + 1;
        let known = if request.count_all && is_first {
            self.known_counts(user, request, &tags, &head.counts).await?
        } else {
            None
        };
        let counts_matches = request.count_all && is_first && known.is_none();
        let mut walk = Walk::new(self, user, items, (&head.index, texts), &filter, enough, budget);
        walk.go((!counts_matches).then_some(enough)).await?;
        let (complete, position) = (walk.is_at_end(), walk.position);
        let Found { mut favorites, mut counts, .. } = walk.found;
        // A partial index lacks favorites.
        counts.complete = complete && head.index.loss().is_none();
        if let Some(position) = position.filter(|_| !complete) {
            favorites = favorites.split_off(&position);
        }
        let is_full = favorites.len() > size;
        let page: Vec<_> = favorites.into_iter().rev().take(size).collect();
        let stopped = position.filter(|_| !complete && !is_full);
        // A page of one favorite is full with the exact one. All others follow.
        let last = page.last().map_or(DataId::from(Uuid::max()), |(data_id, _)| *data_id);
        let next = if is_full { Some(last) } else { stopped };
        let mut items: Vec<_> = exact.iter().map(FavoriteData::preview).collect();
        items.extend(self.hydrated(user, page).await?);
        if let Some(exact) = exact {
            counts.add(&filter.facts_of_favorite(&exact));
        }
        let counts = known.unwrap_or(counts);
        Ok(SearchPage {
            items,
            next: next.map(|data_id| Position(data_id.to_string())),
            searched_to: stopped.map(DataId::time),
            counts: is_first.then_some(counts),
        })
    }

    /// Returns the favorite in which the user keeps the link that the query is, if it is one.
    async fn exact(&self, user: &UserId, request: &SearchRequest) -> Result<Option<FavoriteData>, Error> {
        match request.query.address() {
            Some(url) => self.favorite_with_link(user, url).await,
            None => Ok(None),
        }
    }

    /// Has the worker make an index again. If it can't be asked, the next search asks again.
    async fn ask_for_repair(&self, user: &UserId, repairs: Repairs) {
        if let Err(error) = self.reconcile_soon(user, repairs).await {
            tracing::error!(
                error = error.without_values(),
                "the worker was not asked to repair a search index"
            );
        }
    }

    /// Reads the names of the user's tags, and the text slots of the index.
    async fn tags_and_texts(
        &self,
        user: &UserId,
        items: &UserItems<'_>,
        index: &UserIndex,
    ) -> Result<(Vec<NamedTag>, Vec<SlotEntry>), Error> {
        let tags = self.named_tags(user);
        let texts = items.texts(index.state.texts());
        if index.state.highest_id().is_some() {
            // The search is going to read from several runs in parallel, too.
            try_join(tags, texts).await
        } else {
            Ok((tags.await?, texts.await?))
        }
    }

    /// Returns favorites as lists show them. Reads those that the search has not read.
    async fn hydrated(
        &self,
        user: &UserId,
        page: Vec<(DataId, Option<FavoriteData>)>,
    ) -> Result<Vec<FavoriteData>, Error> {
        let unread: Vec<_> =
            page.iter().filter(|(_, favorite)| favorite.is_none()).map(|(data_id, _)| *data_id).collect();
        let mut read = Vec::new();
        if !unread.is_empty() {
            read = self.favorites_of(user, &unread).await?;
        }
        let mut read = read.into_iter();
        let favorites =
            page.into_iter().filter_map(|(_, favorite)| favorite.or_else(|| read.next().flatten()));
        Ok(favorites.map(|favorite| favorite.preview()).collect())
    }
}

fn data_id(position: &Position) -> Result<DataId, Error> {
    position.0.parse().map_err(|_| Error::Position)
}
