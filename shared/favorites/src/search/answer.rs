//! Answering a search.

use futures::future::{FutureExt as _, try_join};
use packed_index::SlotEntry;
use uuid::Uuid;

use super::budget::Budget;
use super::filter::{Filter, Found};
use super::place::Place;
use super::request::{SearchPage, SearchRequest};
use super::tag_names::NamedTag;
use super::walk::Walk;
use crate::catalogue::{OpenHead, Repairs};
use crate::error::Error;
use crate::limits::{LEADING_AMONG, LEADING_FAVORITES};
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, UserId};
use crate::model::page::Position;
use crate::model::value::WebUrl;
use crate::search_index::{UserIndex, UserItems};
use crate::service::Favorites;

impl Favorites {
    /// Finds favorites, newest first. If the query is an address and nothing else, what was saved from
    /// exactly this address comes before them: the link, and others among the newest
    /// [`LEADING_AMONG`](crate::limits::LEADING_AMONG), at most
    /// [`LEADING_FAVORITES`](crate::limits::LEADING_FAVORITES) together. Skips expired favorites and the
    /// trash. A write shows up in searches a moment later.
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
        let place = request.after.as_ref().map(|Position(place)| place.parse()).transpose()?;
        // Read the head before the other items: they are what the head names, unless a later head has replaced them. Read nothing in
        // parallel that a small library needs: a second connection needs a second handshake, and in a cold start that costs more CPU
        // than the search of a small library.
        let mut head = self.read_head(user).await?;
        let mut tries = self.tries();
        loop {
            // Boxed, because the compiler limits how deep the futures of callers may be nested.
            let found = self.search_from(user, request, place.as_ref(), &head).boxed().await.map(Some);
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
        place: Option<&Place>,
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
        let is_first = place.is_none();
        // Only the first page begins with favorites that have this address.
        let address = request.query.address().filter(|_| is_first);
        let exact = match address {
            Some(url) => self.favorite_with_link(user, url).await?,
            None => None,
        };
        let leading = match place {
            Some(place) => place.led.iter().copied().collect(),
            None => exact.iter().map(|favorite| favorite.data_id).collect(),
        };
        // Read the clock once: all counts of an answer are of the same second.
        let filter = Filter::new(request, place.map(|place| place.end), &tags, leading, self.store.now());
        let exact = exact.filter(|favorite| filter.is_met_by_exact(favorite));
        let size = usize::try_from(request.size.get()).unwrap_or(usize::MAX);
        // Search for one more favorite than fits on the page: if there is one, there is another page.
        let enough = (size + 1).max(address.map_or(0, |_| LEADING_AMONG));
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
        let mut found: Vec<_> = favorites.into_iter().rev().collect();
        let mut items: Vec<_> = exact.iter().map(FavoriteData::preview).collect();
        if let Some(url) = address {
            self.read_missing(user, &mut found).await?;
            let most = LEADING_FAVORITES.min(size).saturating_sub(items.len());
            items.extend(with_address(url, &mut found, most).iter().map(FavoriteData::preview));
        }
        let led: Vec<_> = items.iter().map(|favorite| favorite.data_id).collect();
        let rest = size - items.len();
        let is_full = found.len() > rest;
        found.truncate(rest);
        let stopped = position.filter(|_| !complete && !is_full);
        // A page may be full with those that come first. All others follow.
        let last = found.last().map_or(DataId::from(Uuid::max()), |(data_id, _)| *data_id);
        let next = if is_full { Some(last) } else { stopped };
        self.read_missing(user, &mut found).await?;
        items.extend(found.iter().filter_map(|(_, favorite)| favorite.as_ref()).map(FavoriteData::preview));
        if let Some(exact) = exact {
            counts.add(&filter.facts_of_favorite(&exact));
        }
        let counts = known.unwrap_or(counts);
        Ok(SearchPage {
            items,
            next: next.map(|end| Position(after(end, place, led).to_string())),
            searched_to: stopped.map(DataId::time),
            counts: is_first.then_some(counts),
        })
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

    /// Reads the favorites that the search has not read. Leaves out those that are gone.
    async fn read_missing(
        &self,
        user: &UserId,
        found: &mut Vec<(DataId, Option<FavoriteData>)>,
    ) -> Result<(), Error> {
        let mut unread: Vec<_> = found.iter_mut().filter(|(_, favorite)| favorite.is_none()).collect();
        if !unread.is_empty() {
            let ids: Vec<_> = unread.iter().map(|(data_id, _)| *data_id).collect();
            let read = self.favorites_of(user, &ids).await?;
            for ((_, favorite), read) in unread.iter_mut().zip(read) {
                *favorite = read;
            }
            found.retain(|(_, favorite)| favorite.is_some());
        }
        Ok(())
    }
}

/// Takes the newest favorites with exactly this address.
fn with_address(
    url: &WebUrl,
    found: &mut Vec<(DataId, Option<FavoriteData>)>,
    most: usize,
) -> Vec<FavoriteData> {
    let link = url.link();
    let is_exact =
        |favorite: &FavoriteData| favorite.details.content_url.as_ref().is_some_and(|url| url.link() == link);
    let mut taken = Vec::new();
    for (_, favorite) in &mut *found {
        if taken.len() < most {
            taken.extend(favorite.take_if(|favorite| is_exact(favorite)));
        }
    }
    found.retain(|(_, favorite)| favorite.is_some());
    taken
}

/// Returns the place of the next page. It has the ids of the favorites that came first, as far as they are
/// ahead.
fn after(end: DataId, place: Option<&Place>, led: Vec<DataId>) -> Place {
    let led = place.map_or(led, |place| place.led.clone());
    Place { end, led: led.into_iter().filter(|data_id| *data_id < end).collect() }
}
