//! The head's record of the signatures: the ids they cover, and the ranges in which they are out of date.

use serde::{Deserialize, Serialize};

use crate::catalogue::revision::drawn;
use crate::error::Error;
use crate::model::ids::DataId;

/// The most separate ranges of ids. Every change writes the head, so it must stay small.
const MOST_RANGES: usize = 12;

/// The ids that the signatures of a user's catalogue cover, and the ranges of ids in which segments received entries that their
/// signatures may lack.
///
/// Reconciliation makes signatures in rounds, while changes continue. If a segment receives an entry during a round, the new
/// signature may contain it or not. So such a range still counts as out of date after the round.
///
/// An unfinished round may still put a signature much later. So the next round begins a new generation, and searches ignore the
/// signatures of other generations.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Coverage {
    /// The id at which the signatures end, or `None` if there are none.
    end: Option<DataId>,
    generation: u64,
    /// The number of the round in progress.
    round: Option<u64>,
    /// The ranges noted before that round began.
    before: Ranges,
    /// The ranges noted since that round began, or since the last round ended.
    since: Ranges,
}

/// Ranges of ids in ascending order; no two overlap or touch. A range consists of the first eight bytes of its first and last id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Ranges(Vec<(u64, u64)>);

impl Coverage {
    /// Notes that entries moved into segments. `moved` contains the first and the last id of each group of entries.
    pub(crate) fn note(&mut self, moved: &[(DataId, DataId)]) {
        for (first, last) in moved {
            let is_signed = self.end.is_some_and(|end| *first < end);
            // A round in progress may sign any segment.
            if is_signed || self.round.is_some() {
                self.since.add(prefix(*first), prefix(*last));
            }
        }
    }

    /// Returns the stored form, which is empty if there are no signatures.
    pub(crate) fn pack(&self) -> Result<Vec<u8>, Error> {
        if *self == Self::default() {
            return Ok(Vec::new());
        }
        postcard::to_allocvec(self).map_err(Error::catalogue)
    }

    /// Reads the stored form.
    pub(crate) fn read(stored: &[u8]) -> Result<Self, postcard::Error> {
        if stored.is_empty() { Ok(Self::default()) } else { postcard::from_bytes(stored) }
    }

    /// Returns the id at which the signatures end.
    pub(crate) fn end(&self) -> Option<DataId> {
        self.end
    }

    /// Returns the generation of the valid signatures.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns true if a round is in progress or was interrupted.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.round.is_some()
    }

    /// Returns true if a signature of this generation, for the ids from `first` up to but not including `end`, is up to date.
    pub(crate) fn tells_of(&self, generation: u64, first: DataId, end: DataId) -> bool {
        let is_out_of_date = |ranges: &Ranges| ranges.meet(prefix(first), prefix(end));
        generation == self.generation
            && self.end.is_some_and(|signed| end <= signed)
            && !is_out_of_date(&self.before)
            && !is_out_of_date(&self.since)
    }

    /// Returns the coverage for the beginning of a round.
    pub(crate) fn begun(&self) -> Self {
        let round = Some(drawn());
        if self.end.is_none() || self.is_unfinished() {
            return Self { generation: drawn(), round, ..Self::default() };
        }
        Self { round, before: self.since.clone(), since: Ranges::default(), ..self.clone() }
    }

    /// Returns the coverage for the end of a round, or `None` if another round has begun.
    pub(crate) fn finished(&self, round: &Self, end: Option<DataId>) -> Option<Self> {
        if self.round != round.round {
            return None;
        }
        let Some(end) = end else { return Some(Self::default()) };
        let mut since = self.since.clone();
        since.0.retain(|(first, _)| *first <= prefix(end));
        Some(Self { end: Some(end), round: None, before: Ranges::default(), since, ..self.clone() })
    }
}

impl Ranges {
    fn add(&mut self, first: u64, last: u64) {
        self.0.push((first, last));
        self.0.sort_unstable();
        self.join(|gap| gap <= 1);
        while self.0.len() > MOST_RANGES {
            let narrowest = self.0.windows(2).map(|pair| pair[1].0 - pair[0].1).min().unwrap_or(0);
            self.join(|gap| gap <= narrowest);
        }
    }

    /// Joins neighboring ranges if `is_small` is true for the gap between them.
    fn join(&mut self, is_small: impl Fn(u64) -> bool) {
        self.0.dedup_by(|next, range| {
            let joins = is_small(next.0.saturating_sub(range.1));
            if joins {
                range.1 = range.1.max(next.1);
            }
            joins
        });
    }

    fn meet(&self, first: u64, last: u64) -> bool {
        self.0.iter().any(|range| range.0 <= last && first <= range.1)
    }
}

fn prefix(data_id: DataId) -> u64 {
    data_id.as_uuid().as_u64_pair().0
}

#[cfg(test)]
#[path = "coverage_tests.rs"]
mod tests;
