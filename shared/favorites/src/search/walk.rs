//! Reads the search index from the newest favorites on, and compares what it finds with the query.

use std::collections::BTreeMap;

use packed_index::{
    Budget as IndexBudget, Candidates, Document, FavoriteId, ScannedDocument, SearchedIds, SlotEntry, Wanted,
};
use tokio::time::timeout_at;

use super::budget::Budget;
use super::facts::Facts;
use super::filter::{Filter, Found};
use super::looked_up::{ByTags, LookedUp};
use crate::error::{Busy, Error};
use crate::model::favorite::{FavoriteData, FavoriteDataKey};
use crate::model::ids::{DataId, UserId};
use crate::search_index::terms::{data_id, favorite_id};
use crate::search_index::{UserIndex, UserItems, read_error};
use crate::search_text::SearchText;
use crate::service::Favorites;

/// The most documents that a step looks up, as a factor of those before it.
const GROWTH: usize = 4;

/// The most favorites that are read at once: those of one batch read.
const READ_AT_ONCE: usize = 100;

/// The state of a search while it reads the index.
pub(super) struct Walk<'a> {
    favorites: &'a Favorites,
    user: &'a UserId,
    index: &'a UserIndex,
    filter: &'a Filter<'a>,
    items: UserItems<'a>,
    /// The conditions that are looked up in the index.
    looked_up: LookedUp,
    /// The newest versions, which are in no run yet.
    recent: BTreeMap<FavoriteId, SlotEntry>,
    budget: Budget,
    /// The number of documents that were found, and of their favorites that match.
    looked_at: usize,
    matching: usize,
    pub(super) found: Found,
    /// The id down to which the index was searched. `None` if nothing limits it before the first step.
    pub(super) position: Option<DataId>,
    ended: bool,
}

impl<'a> Walk<'a> {
    /// Begins a search in this index, with the versions in its text slots, that keeps this number of the newest favorites. The budget
    /// includes what `items` has read already.
    pub(super) fn new(
        favorites: &'a Favorites,
        user: &'a UserId,
        items: UserItems<'a>,
        (index, texts): (&'a UserIndex, Vec<SlotEntry>),
        filter: &'a Filter<'a>,
        kept: usize,
        budget: Budget,
    ) -> Self {
        // Runs have nothing newer than this, so the recent versions above it are all that there are.
        let highest = index.state.highest_id();
        let end = highest.and_then(|id| id.0.checked_add(1)).map(|id| data_id(FavoriteId(id)));
        Self {
            favorites,
            user,
            index,
            filter,
            items,
            looked_up: if index.is_of_this_analysis() {
                filter.looked_up()
            } else {
                filter.looked_up_without_words()
            },
            recent: index.with_texts(texts),
            budget,
            looked_at: 0,
            matching: 0,
            found: Found::keeping(kept),
            position: end.into_iter().chain(filter.end()).min(),
            ended: highest.is_none(),
        }
    }

    /// Searches until `enough` favorites are found, or through the whole index if `enough` is `None`, as far as the budget lasts.
    ///
    /// # Errors
    /// [`Busy::Slow`] if the time ended during the first step, so that the next page would begin at the same place.
    pub(super) async fn go(&mut self, enough: Option<usize>) -> Result<(), Error> {
        let begin = self.position;
        self.look_through_recent().await?;
        match timeout_at(self.budget.end, self.search_until(enough)).await {
            Ok(done) => done,
            // The step that was under way counts for nothing: the position moves after each step.
            Err(_) if self.position != begin => Ok(()),
            Err(_) => Err(Error::Busy(Busy::Slow(self.favorites.search_time))),
        }
    }

    async fn search_until(&mut self, enough: Option<usize>) -> Result<(), Error> {
        while let Some(missing) = self.missing(enough) {
            self.step(self.documents_for(missing), enough).await?;
        }
        Ok(())
    }

    /// Returns the number of favorites that are still to be found, or `None` if the budget is used up or nothing is missing.
    fn missing(&self, enough: Option<usize>) -> Option<usize> {
        self.missing_without_budget(enough).filter(|_| self.budget.is_left())
    }

    /// Returns the number of favorites that are still to be found, or `None` if everything was searched or enough was found.
    fn missing_without_budget(&self, enough: Option<usize>) -> Option<usize> {
        if self.is_at_end() {
            return None;
        }
        let Some(enough) = enough else { return Some(usize::MAX) };
        // Recent favorites below the position don't count yet: runs may have newer favorites than these.
        let reached = match self.position {
            Some(position) => self.found.favorites.range(position..).count(),
            None => 0,
        };
        enough.checked_sub(reached).filter(|missing| *missing > 0)
    }

    /// Returns true if everything was searched that can match.
    pub(super) fn is_at_end(&self) -> bool {
        self.ended || self.position.is_some_and(|position| position <= self.filter.lowest())
    }

    /// Adds the newest versions that match. They have their texts, which are only compared if this analysis
    /// has made them.
    async fn look_through_recent(&mut self) -> Result<(), Error> {
        if !self.index.is_of_this_analysis() {
            let ids: Vec<_> =
                self.recent.values().rev().map(|version| data_id(version.document.id)).collect();
            for ids in ids.chunks(READ_AT_ONCE) {
                self.read(ids).await?;
            }
            return Ok(());
        }
        for SlotEntry { document, text } in self.recent.values() {
            if let Some(facts) = self.filter.facts_of(document) {
                self.filter.take(&facts, text, None, &mut self.found);
            }
        }
        Ok(())
    }

    /// Estimates the number of documents among which this number of favorites match, from those that were found so far.
    fn documents_for(&self, missing: usize) -> usize {
        let matching = missing.saturating_mul(self.looked_at.max(1)) / self.matching.max(1);
        let limit = self.favorites.index_sizes.looked_up_documents;
        let most = self.looked_at.saturating_mul(GROWTH).clamp(missing.min(limit), limit);
        matching.max(missing).min(most)
    }

    /// Searches the runs for some documents below the position, and reads their favorites until enough of them match.
    async fn step(&mut self, documents: usize, enough: Option<usize>) -> Result<(), Error> {
        let ids =
            SearchedIds { lowest: favorite_id(self.filter.lowest()), end: self.position.map(favorite_id) };
        self.items.begin_step();
        let candidates = match &self.looked_up.by_tags {
            None => self.candidates(&self.looked_up.by_terms, ids, documents).await?,
            Some(ByTags { wanted, tags }) => {
                let most = self.favorites.index_sizes.looked_up_documents;
                // Documents in a row lie in a few items. Those with other terms are spread over many.
                let are_in_a_row = matches!(wanted, Wanted::All(conditions) if conditions.is_empty());
                let number = if are_in_a_row { most } else { most.min(documents.saturating_mul(GROWTH)) };
                let by_tags = self.candidates(wanted, ids, number).await?;
                // Below those, the terms are not needed yet.
                let lowest = by_tags.searched_to.map_or(ids.lowest, |reached| reached.max(ids.lowest));
                let ids = SearchedIds { lowest, ..ids };
                let by_terms = self.candidates(&self.looked_up.by_terms, ids, documents).await?;
                joined(by_terms, by_tags, |document| self.filter.has_one_of(document, tags))
            }
        };
        self.looked_at += candidates.documents.len();
        self.budget.read(self.items.take_read_bytes());
        // Reading all documents costs less than reading this many favorites.
        if enough.is_none() && candidates.searched_to.is_some() && self.scan(ids).await? {
            return Ok(());
        }
        let may_match = candidates.documents.iter().filter_map(|document| self.facts_of_older(document));
        let mut ids: Vec<_> = may_match.map(|facts| facts.data_id).collect();
        // Read some of them even if the index took the whole budget. Otherwise the next page would begin at the same place.
        while let Some(missing) = self.missing_without_budget(enough).filter(|_| !ids.is_empty()) {
            let rest = ids.split_off(ids.len().min(missing.min(READ_AT_ONCE)));
            self.read(&ids).await?;
            self.position = ids.last().copied();
            ids = rest;
            if !self.budget.is_left() {
                break;
            }
        }
        // Otherwise the rest of the documents comes with the next step, or on the next page.
        if ids.is_empty() {
            self.position = candidates.searched_to.map(data_id).or(self.position);
            self.ended = candidates.searched_to.is_none();
        }
        Ok(())
    }

    /// Counts the matches among all documents with these ids, as far as the budget lasts. Returns false if the
    /// texts of favorites are needed for that.
    async fn scan(&mut self, ids: SearchedIds) -> Result<bool, Error> {
        let terms = self.filter.deciding_terms().filter(|_| self.index.is_of_this_analysis());
        let Some(terms) = terms else { return Ok(false) };
        let limits = &self.favorites.index_sizes.limits;
        let scan = self.index.state.scan(&self.items, &terms, ids, limits, self.budget.bytes());
        let Some(mut scan) = scan.await.map_err(read_error)? else { return Ok(false) };
        while !self.ended && self.budget.is_left() {
            self.items.begin_step();
            let part = scan.next_part().await.map_err(read_error)?;
            self.budget.read(self.items.take_read_bytes());
            for ScannedDocument { document, met } in &part.documents {
                if let Some(facts) = self.facts_of_older(document)
                    && self.filter.is_met_by_terms(&facts, met)
                {
                    self.found.add(&facts, None);
                }
            }
            self.position = part.searched_to.map(data_id).or(self.position);
            self.ended = part.searched_to.is_none();
        }
        Ok(true)
    }

    /// Returns the data of a document in a run, if its favorite may match and no version outside the runs
    /// replaces it.
    fn facts_of_older(&self, document: &Document) -> Option<Facts> {
        let facts = self.filter.facts_of(document).filter(|_| !self.recent.contains_key(&document.id))?;
        self.filter.may_be_met_by(&facts).then_some(facts)
    }

    /// Searches the runs for documents that meet the conditions.
    async fn candidates(
        &self,
        wanted: &Wanted,
        ids: SearchedIds,
        enough: usize,
    ) -> Result<Candidates, Error> {
        let budget = IndexBudget { enough, bytes: self.budget.bytes() };
        let limits = &self.favorites.index_sizes.limits;
        let found = self.index.state.search(&self.items, wanted, ids, limits, budget).await;
        found.map_err(read_error)
    }

    /// Reads favorites, and adds those that match as they are now.
    async fn read(&mut self, ids: &[DataId]) -> Result<(), Error> {
        let known = self.found.number;
        for favorite in self.favorites.favorites_of(self.user, ids).await?.into_iter().flatten() {
            let text = SearchText::of(&favorite);
            self.budget.read_favorite(text.as_str());
            self.filter.take_favorite(favorite, text.as_str(), &mut self.found);
        }
        self.matching += self.found.number - known;
        Ok(())
    }
}

/// Returns the documents of two searches, newest first, down to the id that both have reached. Of the second
/// one, it takes those that `is_wanted` permits.
fn joined(one: Candidates, other: Candidates, is_wanted: impl Fn(&Document) -> bool) -> Candidates {
    let searched_to = one.searched_to.max(other.searched_to);
    let are_exact = one.are_exact && other.are_exact;
    let others = other.documents.into_iter().filter(is_wanted);
    let mut documents: BTreeMap<FavoriteId, Document> = BTreeMap::new();
    for document in one.documents.into_iter().chain(others) {
        let is_reached = searched_to.is_none_or(|end| document.id >= end);
        let is_newest = documents.get(&document.id).is_none_or(|known| known.version < document.version);
        if is_reached && is_newest {
            documents.insert(document.id, document);
        }
    }
    Candidates { documents: documents.into_values().rev().collect(), are_exact, searched_to }
}

impl Favorites {
    /// Reads favorites with one batch read, in the order of their ids. `None` for those that are not there.
    pub(super) async fn favorites_of(
        &self,
        user: &UserId,
        ids: &[DataId],
    ) -> Result<Vec<Option<FavoriteData>>, Error> {
        let key = |id: &DataId| FavoriteDataKey { user_id: user.clone(), data_id: *id };
        let keys: Vec<_> = ids.iter().map(key).collect();
        let loaded = self.store.get_many::<FavoriteData>(&keys).await?;
        Ok(loaded.complete().map_err(single_table::Error::from)?)
    }
}
