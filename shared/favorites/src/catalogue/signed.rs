//! What the head says of the signatures: how far they reach, and where they are out of date.

use serde::{Deserialize, Serialize};

use crate::catalogue::segment::drawn;
use crate::error::Error;
use crate::ids::DataId;

/// How many ranges of ids are kept apart, at the most. The head is written with every change, so they must be few.
const MOST_RANGES: usize = 12;

/// How far the signatures of a person's catalogue reach, and the ranges of ids in which something came to a segment that its
/// signature may not tell of.
///
/// Signatures are made in rounds, beside everything else. What comes to a segment while a round is under way may be in the new
/// signature or not: so it counts as out of date after the round as well.
///
/// A round that did not come to its end may still put a signature, however late. So the next one begins a generation of its own, and
/// none of another generation is believed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Signed {
    /// Where the signatures end. None where there are none.
    end: Option<DataId>,
    generation: u64,
    /// The number of the round that is under way.
    round: Option<u64>,
    /// What came before that round began.
    before: Ranges,
    /// What came since, or since the last round.
    since: Ranges,
}

/// Ranges of ids, each by the first eight bytes of its first and last one, in ascending order, none touching another.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Ranges(Vec<(u64, u64)>);

impl Signed {
    /// Notes that entries came to segments. `moved` are the first and the last id of each lot.
    pub(crate) fn note(&mut self, moved: &[(DataId, DataId)]) {
        for (first, last) in moved {
            let is_signed = self.end.is_some_and(|end| *first < end);
            // The round may make signatures of anything.
            if is_signed || self.round.is_some() {
                self.since.add(prefix(*first), prefix(*last));
            }
        }
    }

    /// As it is stored. Where there are no signatures, that is nothing.
    pub(crate) fn pack(&self) -> Result<Vec<u8>, Error> {
        if *self == Self::default() {
            return Ok(Vec::new());
        }
        postcard::to_allocvec(self).map_err(Error::catalogue)
    }

    /// Reads what was stored.
    pub(crate) fn read(stored: &[u8]) -> Result<Self, postcard::Error> {
        if stored.is_empty() { Ok(Self::default()) } else { postcard::from_bytes(stored) }
    }

    /// Where the signatures end.
    pub(crate) fn end(&self) -> Option<DataId> {
        self.end
    }

    /// Which signatures are believed.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether a round is under way, or was left half done.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.round.is_some()
    }

    /// Whether a signature of this generation, of the ids from `first` on and below `end`, tells of all that their segments have.
    pub(crate) fn tells_of(&self, generation: u64, first: DataId, end: DataId) -> bool {
        let is_out_of_date = |ranges: &Ranges| ranges.meet(prefix(first), prefix(end));
        generation == self.generation
            && self.end.is_some_and(|signed| end <= signed)
            && !is_out_of_date(&self.before)
            && !is_out_of_date(&self.since)
    }

    /// As it is when a round begins.
    pub(crate) fn begun(&self) -> Self {
        let round = Some(drawn());
        if self.end.is_none() || self.is_unfinished() {
            return Self { generation: drawn(), round, ..Self::default() };
        }
        Self { round, before: self.since.clone(), since: Ranges::default(), ..self.clone() }
    }

    /// As it is when that round is over. None where another one has begun since.
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

    /// Makes one of neighbours between which there is no more than such a gap.
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
#[path = "signed_tests.rs"]
mod tests;
