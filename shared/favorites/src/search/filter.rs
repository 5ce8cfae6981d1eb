//! The filter that decides which favorites a search finds.

use std::collections::{BTreeMap, BTreeSet};

use packed_index::{Document, TagNumber, Wanted as WantedTerms};
use single_table::{EpochSeconds, Timestamp};

use super::facts::Facts;
use super::looked_up::{self, LookedUp};
use super::prepared::Prepared;
use super::query::{Clause, Wanted};
use super::request::{MatchCounts, SearchRequest};
use super::tag_names::{NamedTag, TagNames};
use crate::catalogue::lowest;
use crate::model::data_type::DataType;
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, TagId};
use crate::search_index::terms::{data_id, data_type, of_type, tag_number};
use crate::search_text::{Readings, SearchText};

/// The conditions of a search, prepared for the tags of a user.
pub(super) struct Filter<'a> {
    /// The alternatives of which a favorite meets one, for each clause of the query.
    clauses: Vec<Vec<Prepared<'a>>>,
    data_type: Option<DataType>,
    tag_id: Option<TagId>,
    /// Limits the search to favorites with a lower id.
    end: Option<DataId>,
    /// Limits the search to favorites with this id or a higher one.
    lowest: DataId,
    now: Timestamp,
    /// The favorites that come first, because their address was given exactly. They are not found again among
    /// the others.
    leading: BTreeSet<DataId>,
    /// The tags that exist, by their numbers in the search index.
    tags: BTreeMap<TagNumber, TagId>,
}

/// The favorites found so far, and their counts.
pub(super) struct Found {
    /// The newest favorites, as far as the search has read them.
    pub(super) favorites: BTreeMap<DataId, Option<FavoriteData>>,
    /// The most favorites to keep. A search for counts finds thousands, and only those of a page are asked for.
    kept: usize,
    /// The number of all favorites that were found.
    pub(super) number: usize,
    pub(super) counts: MatchCounts,
}

impl Found {
    /// Creates a result that keeps this number of the newest favorites.
    pub(super) fn keeping(kept: usize) -> Self {
        Self { favorites: BTreeMap::new(), kept, number: 0, counts: MatchCounts::default() }
    }

    /// Adds a match.
    pub(super) fn add(&mut self, facts: &Facts, favorite: Option<FavoriteData>) {
        self.number += 1;
        self.counts.add(facts);
        let is_full = self.favorites.len() >= self.kept;
        if is_full && self.favorites.first_key_value().is_none_or(|(oldest, _)| facts.data_id < *oldest) {
            return;
        }
        self.favorites.insert(facts.data_id, favorite);
        if self.favorites.len() > self.kept {
            self.favorites.pop_first();
        }
    }
}

impl<'a> Filter<'a> {
    /// Prepares a search. `tags` are all tags of the user; their names are matched here and not stored in the search
    /// index, so renaming a tag does not change the index.
    pub(super) fn new(
        request: &'a SearchRequest,
        before: Option<DataId>,
        tags: &[NamedTag],
        leading: BTreeSet<DataId>,
        now: Timestamp,
    ) -> Self {
        let clauses = request.query.clauses();
        let names = TagNames::new(tags);
        let prepared =
            |clause: &'a Clause| clause.iter().map(|condition| Prepared::new(condition, &names)).collect();
        let (lowest, end) = range(clauses, before);
        Self {
            clauses: clauses.iter().map(prepared).collect(),
            data_type: request.data_type,
            tag_id: request.tag_id,
            end,
            lowest,
            now,
            leading,
            tags: tags.iter().map(|tag| (tag_number(tag.tag_id), tag.tag_id)).collect(),
        }
    }

    /// Returns the id below which all matches lie.
    pub(super) fn end(&self) -> Option<DataId> {
        self.end
    }

    /// Returns the lowest id that can match.
    pub(super) fn lowest(&self) -> DataId {
        self.lowest
    }

    /// Returns conditions that every match meets, for the search index.
    pub(super) fn looked_up(&self) -> LookedUp {
        self.looked_up_with(&self.clauses)
    }

    /// Returns such conditions for an index whose words are of another analysis.
    pub(super) fn looked_up_without_words(&self) -> LookedUp {
        self.looked_up_with(&[])
    }

    fn looked_up_with(&self, clauses: &[Vec<Prepared<'_>>]) -> LookedUp {
        let of_type = self.data_type.map(|data_type| looked_up::term(of_type(data_type)));
        let of_tag = self.tag_id.map(looked_up::tag);
        LookedUp::of(clauses, of_type.into_iter().chain(of_tag))
    }

    /// Returns the terms that decide the conditions on texts: see [`deciding_terms`](looked_up::deciding_terms).
    pub(super) fn deciding_terms(&self) -> Option<Vec<WantedTerms>> {
        looked_up::deciding_terms(&self.clauses)
    }

    /// Returns true if a favorite that [may match](Self::may_be_met_by) does so. Of its text, only this is
    /// known: whether it has the [deciding terms](Self::deciding_terms) of each condition.
    pub(super) fn is_met_by_terms(&self, facts: &Facts, has_terms: &[bool]) -> bool {
        let mut rest = has_terms;
        let meets_one = |clause: &Vec<Prepared<'_>>| {
            let (of_clause, others) = rest.split_at(clause.len().min(rest.len()));
            rest = others;
            clause.iter().zip(of_clause).any(|(one, has_wanted)| one.is_met_if(facts, || *has_wanted))
        };
        self.clauses.iter().all(meets_one)
    }

    /// Returns the data that the search index has of a favorite, or `None` if it is a tombstone or of an unknown type.
    pub(super) fn facts_of(&self, document: &Document) -> Option<Facts> {
        let live = document.live.as_ref()?;
        Some(Facts {
            data_id: data_id(document.id),
            data_type: data_type(live.document_type)?,
            expire_time: live.expire_time.map(|time| EpochSeconds::new(time.0)),
            tags: live.tags.iter().filter_map(|number| self.tags.get(number).copied()).collect(),
        })
    }

    /// Returns true if a document has one of these tags.
    pub(super) fn has_one_of(&self, document: &Document, tags: &BTreeSet<TagId>) -> bool {
        self.facts_of(document).is_some_and(|facts| facts.tags.iter().any(|tag_id| tags.contains(tag_id)))
    }

    /// Adds a favorite if it matches.
    pub(super) fn take_favorite(&self, favorite: FavoriteData, text: &str, found: &mut Found) {
        self.take(&self.facts_of_favorite(&favorite), text, Some(favorite), found);
    }

    /// Returns true if the link whose address was given exactly also meets the conditions besides the
    /// address.
    pub(super) fn is_met_by_exact(&self, favorite: &FavoriteData) -> bool {
        let facts = self.facts_of_favorite(favorite);
        let text = SearchText::of(favorite);
        self.is_in_range(&facts) && are_met(&self.clauses[1..], &facts, &Readings::of(text.as_str()))
    }

    pub(super) fn facts_of_favorite(&self, favorite: &FavoriteData) -> Facts {
        let tags = favorite.tag_ids.iter().map(|tag_id| tag_number(*tag_id));
        Facts {
            data_id: favorite.data_id,
            data_type: favorite.data_type(),
            expire_time: favorite.expire_time,
            tags: tags.filter_map(|number| self.tags.get(&number).copied()).collect(),
        }
    }

    /// Adds a favorite with these facts and this text if it matches.
    pub(super) fn take(&self, facts: &Facts, text: &str, favorite: Option<FavoriteData>, found: &mut Found) {
        if self.is_met_by(facts, text) {
            found.add(facts, favorite);
        }
    }

    fn is_met_by(&self, facts: &Facts, text: &str) -> bool {
        self.may_be_met_by(facts) && are_met(&self.clauses, facts, &Readings::of(text))
    }

    /// Returns false if no favorite with these facts matches, whatever its text is.
    pub(super) fn may_be_met_by(&self, facts: &Facts) -> bool {
        !self.leading.contains(&facts.data_id)
            && self.end.is_none_or(|end| facts.data_id < end)
            && self.is_in_range(facts)
            && self.clauses.iter().all(|clause| {
                clause.iter().any(|one| one.is_met_without_text(facts).is_none_or(|is_met| is_met))
            })
    }

    /// Returns true if the conditions besides the query, which hold for all pages, are met.
    fn is_in_range(&self, facts: &Facts) -> bool {
        facts.data_id >= self.lowest
            && self.data_type.is_none_or(|data_type| facts.data_type == data_type)
            && self.tag_id.is_none_or(|tag_id| facts.tags.contains(&tag_id))
            && !facts.expire_time.is_some_and(|time| time.expired(self.now))
    }
}

fn are_met(clauses: &[Vec<Prepared<'_>>], facts: &Facts, text: &Readings<'_>) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|one| one.is_met_by(facts, text)))
}

/// Returns the ids that all clauses allow, from the lowest one up to but not including the other. The lowest id may be above the
/// end: then nothing matches.
fn range(clauses: &[Clause], before: Option<DataId>) -> (DataId, Option<DataId>) {
    let alone = clauses.iter().filter_map(|clause| match clause.as_slice() {
        [condition] if !condition.is_excluded => Some(&condition.wanted),
        _ => None,
    });
    let (mut from, mut end) = (lowest(), before);
    for wanted in alone {
        match wanted {
            Wanted::After(id) => from = from.max(*id),
            Wanted::Before(id) => end = Some(end.map_or(*id, |end| end.min(*id))),
            _ => {}
        }
    }
    (from, end)
}
