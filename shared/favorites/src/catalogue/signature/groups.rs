//! The plan of a round: the signatures to make, to keep and to remove.

use std::collections::BTreeMap;

use super::Signature;
use crate::catalogue::signature::coverage::Coverage;
use crate::model::ids::DataId;

/// The number of newest groups of segments that get no signature. They change most, and a search reads them first in any case.
const UNSIGNED_GROUPS: usize = 4;

/// A range of ids that gets one signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) first_id: DataId,
    pub(super) end_id: DataId,
    pub(super) segments: u32,
}

/// The work of a round.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The signatures to make, new ones and replacements.
    pub(super) made: Vec<Group>,
    /// The first ids of the signatures to remove.
    pub(super) removed: Vec<DataId>,
    /// The id at which the signatures end, or `None` if no signature is needed.
    pub(super) end: Option<DataId>,
}

impl Plan {
    /// Plans the signatures for segments with these first ids (in ascending order), with `group` segments per signature. Keeps
    /// stored signatures that are up to date.
    pub(super) fn new(segments: &[DataId], group: usize, stored: &[Signature], signed: &Coverage) -> Self {
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

    /// Returns true if the round has nothing to do.
    pub(super) fn is_empty(&self, signed: &Coverage) -> bool {
        self.made.is_empty() && self.removed.is_empty() && self.end == signed.end() && !signed.is_unfinished()
    }
}

#[cfg(test)]
#[path = "groups_tests.rs"]
mod tests;
