//! The filter that decides which favorites a search finds.

use std::collections::BTreeSet;

use single_table::Timestamp;

use super::candidate::Candidate;
use super::prepared::Prepared;
use super::query::{Clause, Wanted};
use super::request::{MatchCounts, SearchRequest};
use crate::catalogue::signature::Alternatives;
use crate::catalogue::{Block, Entries, PackError, Segment, lowest, texts};
use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};
use crate::model::tag::Tag;
use crate::search_text::Readings;

/// The conditions of a search, prepared for matching catalogue entries.
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
    tags: BTreeSet<TagId>,
}

/// The favorites found so far, and their counts.
#[derive(Default)]
pub(super) struct Found {
    pub(super) ids: Vec<DataId>,
    pub(super) counts: MatchCounts,
}

impl<'a> Filter<'a> {
    /// Prepares a search. `tags` are all tags of the user; their names are matched here and not stored in the catalogue, so
    /// renaming a tag does not change the catalogue.
    pub(super) fn new(
        request: &'a SearchRequest,
        before: Option<DataId>,
        tags: &[Tag],
        now: Timestamp,
    ) -> Self {
        let clauses = request.query.clauses();
        let prepared =
            |clause: &'a Clause| clause.iter().map(|condition| Prepared::new(condition, tags)).collect();
        let (lowest, end) = range(clauses, before);
        Self {
            clauses: clauses.iter().map(prepared).collect(),
            data_type: request.data_type,
            tag_id: request.tag_id,
            end,
            lowest,
            now,
            tags: tags.iter().map(|tag| tag.tag_id).collect(),
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

    /// Returns tokens that every matching text contains.
    pub(super) fn tokens(&self) -> Vec<Alternatives> {
        let of_clause = |clause: &Vec<Prepared<'_>>| -> Option<Alternatives> {
            let of_each: Option<Vec<_>> = clause.iter().map(Prepared::tokens).collect();
            Some(of_each?.concat())
        };
        self.clauses.iter().filter_map(of_clause).collect()
    }

    /// Adds the matching entries of a segment with ids from `first_id` up to but not including `end`, newest first. Skips entries
    /// that the journal holds in a newer version.
    pub(super) fn segment(
        &self,
        segment: &Segment,
        (first_id, end): (Option<DataId>, Option<DataId>),
        journal: &Entries,
        found: &mut Found,
    ) -> Result<(), PackError> {
        // Most segments lack a rare word: matching their whole text once is cheaper than reading their entries.
        let readings = Readings::of(&segment.text);
        if !self.clauses.iter().all(|clause| clause.iter().any(|one| one.may_be_met_by(&readings))) {
            return Ok(());
        }
        let block = Block::read(&segment.entries)?;
        let live: Vec<_> = block.live().collect();
        let texts = texts(&segment.text, live.len())?;
        for ((data_id, live), text) in live.into_iter().zip(texts).rev() {
            let is_inside = Some(data_id) >= first_id && end.is_none_or(|end| data_id < end);
            if is_inside && !journal.contains_key(&data_id) {
                let (data_type, expire_time) = (live.data_type, live.expire_time);
                let tags = self.existing(block.tags(live));
                self.take(&Candidate { data_id, data_type, expire_time, tags, text }, found);
            }
        }
        Ok(())
    }

    /// Adds the matching entries of the journal, newest first.
    pub(super) fn journal(&self, journal: &Entries, found: &mut Found) {
        for (data_id, entry) in journal.iter().rev() {
            if let Some(live) = entry.live.present() {
                let (data_id, data_type, expire_time) = (*data_id, live.data_type, live.expire_time);
                let tags = self.existing(live.tag_ids.iter().copied());
                let text = live.text.text.as_str();
                self.take(&Candidate { data_id, data_type, expire_time, tags, text }, found);
            }
        }
    }

    fn existing(&self, tags: impl Iterator<Item = TagId>) -> Vec<TagId> {
        tags.filter(|tag_id| self.tags.contains(tag_id)).collect()
    }

    fn take(&self, candidate: &Candidate<'_>, found: &mut Found) {
        if !self.is_met_by(candidate) {
            return;
        }
        found.ids.push(candidate.data_id);
        found.counts.by_type.add(candidate.data_type);
        for tag_id in &candidate.tags {
            *found.counts.by_tag.entry(*tag_id).or_default() += 1;
        }
    }

    fn is_met_by(&self, candidate: &Candidate<'_>) -> bool {
        let readings = Readings::of(candidate.text);
        candidate.data_id >= self.lowest
            && self.end.is_none_or(|end| candidate.data_id < end)
            && self.data_type.is_none_or(|data_type| candidate.data_type == data_type)
            && self.tag_id.is_none_or(|tag_id| candidate.tags.contains(&tag_id))
            && !candidate.expire_time.is_some_and(|time| time.expired(self.now))
            && self.clauses.iter().all(|clause| clause.iter().any(|one| one.is_met_by(candidate, &readings)))
    }
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
