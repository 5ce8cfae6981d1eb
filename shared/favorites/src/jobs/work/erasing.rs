//! The place that the erasure of an account has reached.

use serde::{Deserialize, Serialize};
use single_table::Timestamp;

use crate::limits::ERASURE_SETTLES;
use crate::model::times::later;

/// The progress of a job that erases an account. It goes over all kinds of items in rounds, until a round that began
/// [`ERASURE_SETTLES`] after the last deletion finds nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erasing {
    pub(crate) stage: Stage,
    /// The time at which the round began.
    round_began: Timestamp,
    /// True if the round has found something.
    has_found: bool,
    /// The last time at which something was found, or the beginning.
    last_found: Timestamp,
    /// The favorites that the job is deleting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) planned: Option<Planned>,
}

/// Favorites of one stage that a step deletes. They are counted before they are deleted, so a step that is repeated counts them once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Planned {
    /// The sort key of the last of them. All favorites up to it are deleted.
    pub(crate) until: String,
    /// Their number.
    pub(crate) favorites: u64,
}

/// A kind of items, in the order in which they are deleted.
///
/// Jobs come first, so that they change nothing any more. What is found by something else comes before it: the entries of a favorite before
/// the favorite, and those of a tag before the tag. The head of the catalogue comes before everything that it names, so that no writer names more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Stage {
    /// Other jobs of the user, and the notes that they have work left.
    Jobs,
    /// Plans of jobs.
    JobPlans,
    /// Reports of imports.
    ImportReports,
    /// Files of imports and exports.
    Files,
    /// Favorites with their entries under tags.
    Favorites,
    /// Favorites in the trash.
    Trash,
    /// The records of links that are kept once.
    UniqueLinks,
    /// The records of ids that clients have chosen.
    ChosenIds,
    /// Tags, and entries of favorites that are gone.
    Tags,
    /// Clean-ups of deleted tags, and entries that they have not reached.
    TagCleanups,
    /// The records of merged tags.
    MergedTags,
    /// The records of tag names that are given once.
    UniqueTagNames,
    /// The number of tags.
    TagQuota,
    /// Changes of tags, for the change feed.
    TagChanges,
    /// The records of requests with idempotency keys.
    IdempotencyRecords,
    /// The head of the catalogue.
    Head,
    /// Changes of favorites, for the change feed.
    ChangeRows,
    /// Segments of the catalogue.
    Segments,
    /// Nodes of the count tree.
    CountNodes,
    /// Text slots of the search index.
    SearchTexts,
    /// All other items of the search index.
    SearchDirectories,
    SearchRuns,
    /// The state of reconciliation.
    Reconciliation,
    /// The list of users who are due for reconciliation.
    ReconciliationDue,
}

impl Stage {
    /// All stages in their order.
    pub(crate) const ALL: [Self; 24] = [
        Self::Jobs,
        Self::JobPlans,
        Self::ImportReports,
        Self::Files,
        Self::Favorites,
        Self::Trash,
        Self::UniqueLinks,
        Self::ChosenIds,
        Self::Tags,
        Self::TagCleanups,
        Self::MergedTags,
        Self::UniqueTagNames,
        Self::TagQuota,
        Self::TagChanges,
        Self::IdempotencyRecords,
        Self::Head,
        Self::ChangeRows,
        Self::Segments,
        Self::CountNodes,
        Self::SearchTexts,
        Self::SearchDirectories,
        Self::SearchRuns,
        Self::Reconciliation,
        Self::ReconciliationDue,
    ];

    /// Returns the stage that follows. `None`: the round is over.
    fn next(self) -> Option<Self> {
        Self::ALL.into_iter().skip_while(|stage| *stage != self).nth(1)
    }
}

/// The end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundEnd {
    /// Something was found. The next round begins at once.
    Found,
    /// Nothing was found. The next round begins at this time.
    Waits(Timestamp),
    /// Nothing was found, and nothing for long before it.
    Settled,
}

impl Erasing {
    /// Begins with the first round.
    pub(crate) fn begin(now: Timestamp) -> Self {
        let stage = Stage::ALL[0];
        Self { stage, round_began: now, has_found: false, last_found: now, planned: None }
    }

    /// Notes that something was found.
    pub(crate) fn found(&mut self, now: Timestamp) {
        self.has_found = true;
        self.last_found = now;
    }

    /// Goes on to the next stage. After the last one, it says how the round has ended, and begins the next round.
    pub(crate) fn next_stage(&mut self) -> Option<RoundEnd> {
        if let Some(stage) = self.stage.next() {
            self.stage = stage;
            return None;
        }
        self.stage = Stage::ALL[0];
        let settled = later(self.last_found, ERASURE_SETTLES);
        Some(if std::mem::take(&mut self.has_found) {
            RoundEnd::Found
        } else if self.round_began < settled {
            RoundEnd::Waits(settled)
        } else {
            RoundEnd::Settled
        })
    }

    /// Notes the time at which a round begins.
    pub(crate) fn begin_round(&mut self, now: Timestamp) {
        if self.stage == Stage::ALL[0] && !self.has_found {
            self.round_began = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn time(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(1_800_000_000_000 + seconds * 1_000).unwrap()
    }

    /// Goes over the stages that are left.
    fn end_round(erasing: &mut Erasing) -> RoundEnd {
        loop {
            if let Some(end) = erasing.next_stage() {
                return end;
            }
        }
    }

    #[test]
    fn a_round_has_every_stage_once() {
        let mut stage = Stage::Jobs;
        let mut seen = vec![stage];
        while let Some(next) = stage.next() {
            stage = next;
            seen.push(stage);
        }
        assert_eq!(seen, Stage::ALL);
    }

    #[test]
    fn rounds_go_on_until_one_that_began_long_after_the_last_find_finds_nothing() {
        let settles = i64::try_from(ERASURE_SETTLES.as_secs()).unwrap();
        let mut erasing = Erasing::begin(time(0));
        erasing.found(time(5));
        assert_eq!(end_round(&mut erasing), RoundEnd::Found);
        erasing.begin_round(time(6));
        assert_eq!(end_round(&mut erasing), RoundEnd::Waits(time(5 + settles)));
        erasing.begin_round(time(4 + settles));
        assert_eq!(end_round(&mut erasing), RoundEnd::Waits(time(5 + settles)), "it began too early");
        erasing.begin_round(time(5 + settles));
        erasing.next_stage();
        erasing.begin_round(time(500 + settles));
        assert_eq!(end_round(&mut erasing), RoundEnd::Settled);
    }

    #[test]
    fn an_empty_account_waits_too() {
        let mut erasing = Erasing::begin(time(0));
        let settled = later(time(0), ERASURE_SETTLES);
        assert_eq!(end_round(&mut erasing), RoundEnd::Waits(settled));
        erasing.begin_round(later(settled, Duration::from_secs(1)));
        assert_eq!(end_round(&mut erasing), RoundEnd::Settled);
    }
}
