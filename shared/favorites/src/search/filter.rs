//! The filter that decides which favorites a search finds.

use std::collections::BTreeSet;

use single_table::{EpochSeconds, Timestamp};

use super::request::{MatchCounts, SearchRequest};
use crate::catalogue::{Block, Entries, PackError, Segment, texts};
use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};
use crate::model::tag::Tag;
use crate::search_text::{Term, Token, fold};

/// The conditions of a search, prepared for matching catalogue entries.
pub(super) struct Filter<'a> {
    required: Vec<Asked<'a>>,
    excluded: Vec<Asked<'a>>,
    data_type: Option<DataType>,
    tag_id: Option<TagId>,
    /// Limits the search to favorites with a lower id.
    before: Option<DataId>,
    now: Timestamp,
    tags: BTreeSet<TagId>,
}

/// A term, and the tags whose name contains it.
struct Asked<'a> {
    term: &'a Term,
    tags: BTreeSet<TagId>,
}

/// The data of a favorite that the filter checks.
struct Candidate<'a, T> {
    data_id: DataId,
    data_type: DataType,
    expire_time: Option<EpochSeconds>,
    tags: T,
    text: &'a str,
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
        let names: Vec<_> = tags.iter().map(|tag| (tag.tag_id, fold(tag.tag_name.as_str()))).collect();
        let asked = |terms: &'a [Term]| terms.iter().map(|term| Asked::new(term, &names)).collect();
        Self {
            required: asked(request.query.required()),
            excluded: asked(request.query.excluded()),
            data_type: request.data_type,
            tag_id: request.tag_id,
            before,
            now,
            tags: tags.iter().map(|tag| tag.tag_id).collect(),
        }
    }

    /// Returns the tokens that every matching text contains. Leaves out terms that occur in the name of a tag, because such a
    /// term also matches favorites under the tag, whatever their text is.
    pub(super) fn tokens(&self) -> Vec<Token> {
        let of_texts = self.required.iter().filter(|asked| asked.tags.is_empty());
        of_texts.flat_map(|asked| Token::of_term(asked.term)).collect()
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
        if !self.required.iter().all(|asked| !asked.tags.is_empty() || asked.term.is_in(&segment.text)) {
            return Ok(());
        }
        let block = Block::read(&segment.entries)?;
        let live: Vec<_> = block.live().collect();
        let texts = texts(&segment.text, live.len())?;
        for ((data_id, live), text) in live.into_iter().zip(texts).rev() {
            let is_inside = Some(data_id) >= first_id && end.is_none_or(|end| data_id < end);
            if is_inside && !journal.contains_key(&data_id) {
                let tags = block.tags(live);
                let (data_type, expire_time) = (live.data_type, live.expire_time);
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
                let (tags, text) = (live.tag_ids.iter().copied(), live.text.text.as_str());
                self.take(&Candidate { data_id, data_type, expire_time, tags, text }, found);
            }
        }
    }

    fn take(&self, candidate: &Candidate<'_, impl Iterator<Item = TagId> + Clone>, found: &mut Found) {
        if !self.is_met_by(candidate) {
            return;
        }
        found.ids.push(candidate.data_id);
        found.counts.by_type.add(candidate.data_type);
        // A deleted tag may still be on favorites until its cleanup ends.
        for tag_id in candidate.tags.clone().filter(|tag_id| self.tags.contains(tag_id)) {
            *found.counts.by_tag.entry(tag_id).or_default() += 1;
        }
    }

    fn is_met_by(&self, candidate: &Candidate<'_, impl Iterator<Item = TagId> + Clone>) -> bool {
        self.before.is_none_or(|before| candidate.data_id < before)
            && self.data_type.is_none_or(|data_type| candidate.data_type == data_type)
            && self.tag_id.is_none_or(|tag_id| candidate.tags.clone().any(|tag| tag == tag_id))
            && !candidate.expire_time.is_some_and(|time| time.expired(self.now))
            && self.required.iter().all(|asked| asked.stands_in(candidate))
            && !self.excluded.iter().any(|asked| asked.stands_in(candidate))
    }
}

impl<'a> Asked<'a> {
    fn new(term: &'a Term, names: &[(TagId, String)]) -> Self {
        let tags = names.iter().filter(|(_, name)| term.is_in(name)).map(|(tag_id, _)| *tag_id).collect();
        Self { term, tags }
    }

    fn stands_in(&self, candidate: &Candidate<'_, impl Iterator<Item = TagId> + Clone>) -> bool {
        self.term.is_in(candidate.text)
            || (!self.tags.is_empty() && candidate.tags.clone().any(|tag| self.tags.contains(&tag)))
    }
}
