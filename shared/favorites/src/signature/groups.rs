//! Which signatures there should be.

use std::collections::BTreeMap;

use super::Signature;
use crate::catalogue::Signed;
use crate::ids::DataId;

/// How many groups of segments have no signature: the newest ones. They change most, and a search reads them first in any case.
const UNSIGNED_GROUPS: usize = 4;

/// Ids that are to be told of by one signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) first_id: DataId,
    pub(super) end_id: DataId,
    pub(super) segments: u32,
}

/// What a round has to do.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// Signatures to be made, also such as are there.
    pub(super) made: Vec<Group>,
    /// The first ids of those that are to go.
    pub(super) removed: Vec<DataId>,
    /// Where the signatures end. None where none is needed.
    pub(super) end: Option<DataId>,
}

impl Plan {
    /// For segments with these first ids, in ascending order, in groups of so many. Signatures that tell of all that their segments
    /// have stay.
    pub(super) fn new(segments: &[DataId], group: usize, stored: &[Signature], signed: &Signed) -> Self {
        let last = segments.len().saturating_sub(UNSIGNED_GROUPS * group);
        let signable = segments.iter().take(last + 1).enumerate();
        let places: BTreeMap<_, _> = signable.map(|(place, first_id)| (*first_id, place)).collect();
        let kept: BTreeMap<usize, usize> = stored
            .iter()
            .filter(|signature| signature.tells(signed))
            .filter_map(|signature| {
                let (begin, end) = (*places.get(&signature.first_id)?, *places.get(&signature.end_id)?);
                (group.div_ceil(2)..=2 * group).contains(&(end - begin)).then_some((begin, end))
            })
            .collect();
        let mut plan = Self::default();
        let mut place = 0;
        let mut wanted = Vec::new();
        loop {
            let end = if let Some(end) = kept.get(&place) {
                *end
            } else {
                let next_kept = kept.range(place + 1..).next().map_or(usize::MAX, |(begin, _)| *begin);
                let end = (place + group).min(next_kept);
                if end > last {
                    break;
                }
                plan.made.push(Group {
                    first_id: segments[place],
                    end_id: segments[end],
                    segments: u32::try_from(end - place).unwrap_or(u32::MAX),
                });
                end
            };
            wanted.push(segments[place]);
            place = end;
        }
        plan.end = (place > 0).then(|| segments[place]);
        let first_ids = stored.iter().map(|signature| signature.first_id);
        plan.removed = first_ids.filter(|first_id| wanted.binary_search(first_id).is_err()).collect();
        plan
    }

    /// Whether all is as it should be.
    pub(super) fn is_empty(&self, signed: &Signed) -> bool {
        self.made.is_empty() && self.removed.is_empty() && self.end == signed.end() && !signed.is_unfinished()
    }
}

#[cfg(test)]
#[path = "groups_tests.rs"]
mod tests;
