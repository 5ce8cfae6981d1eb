//! A model of the whole index in memory: writers that race, workers that stop, die, stall and go on late, and
//! readers of lagging replicas. After each event, lookups and searches must equal a scan of all favorites.
//!
//! The same histories must also reveal each [`Flaw`].

mod actors;
mod favorite;
mod history;
mod lookup;
mod query;
mod store;

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use self::actors::Model;
use self::history::{History, check, history};

/// A mistake that the model can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Compactions take a block as empty.
    LostBlock,
    /// Items are replaced by others with the same number.
    EqualNumber,
    /// Items are replaced by others with lower numbers.
    LowerNumber,
    /// Compactions drop tombstones although older runs exist.
    EarlyDrop,
    /// The head is replaced whatever its revision is.
    Unconditional,
    /// The result of a compaction is taken for that of a later one.
    LateResult,
    /// A compaction ends with one more text slot than it has merged.
    LostTexts,
    /// A compaction writes to the slot of a visible run.
    TakenSlot,
    /// Items of the compaction under way are deleted as unnamed.
    DeletedTarget,
    /// A search believes what a lagging replica says.
    BelievedReplica,
}

/// The number of histories that each flaw is looked for in.
const CASES: u32 = 60;

/// Runs the same histories each time, and returns an error if one of them fails.
fn run(flaw: Option<Flaw>, at_end: impl Fn(&Model)) -> Result<(), String> {
    let config = Config { cases: CASES, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&history(), |history: History| {
        check(&history, flaw).map(|model| at_end(&model)).map_err(TestCaseError::fail)
    });
    result.map_err(|error| error.to_string())
}

/// A difference between what is found and what is expected, or an item that can't be read, and not a panic of
/// the model.
#[track_caller]
fn assert_found(flaw: Flaw) {
    let result = run(Some(flaw), |_| {});
    let is_found =
        |error: &String| ["expected", "Malformed", "Other {"].iter().any(|sign| error.contains(sign));
    assert!(result.as_ref().is_err_and(is_found), "{flaw:?}: {result:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn lookups_and_searches_equal_a_scan_after_each_event(history in history()) {
        let result = check(&history, None);
        prop_assert!(result.is_ok(), "{:?}", result);
    }
}

#[test]
fn the_histories_that_reveal_flaws_find_none_in_the_model_and_reach_several_levels_and_checkpoints() {
    let (runs, compacted, stopped) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let at_end = |model: &Model| {
        runs.set(runs.get().max(model.head.index.runs().len()));
        compacted.set(compacted.get() + model.compacted);
        stopped.set(stopped.get() + model.stopped);
    };
    assert_eq!(run(None, at_end), Ok(()));
    let reached = (runs.get(), compacted.get(), stopped.get());
    assert!(reached.0 >= 3 && reached.1 >= 500 && reached.2 >= 50, "{reached:?}");
}

macro_rules! flaws {
    ($($name:ident: $flaw:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            assert_found(Flaw::$flaw);
        })*
    };
}

flaws! {
    a_compaction_that_loses_a_block_is_found: LostBlock,
    an_item_overwritten_by_an_equal_number_is_found: EqualNumber,
    an_item_overwritten_by_a_lower_number_is_found: LowerNumber,
    a_tombstone_dropped_early_is_found: EarlyDrop,
    a_head_put_without_its_condition_is_found: Unconditional,
    a_late_result_taken_for_that_of_another_compaction_is_found: LateResult,
    a_text_slot_that_is_dropped_without_being_merged_is_found: LostTexts,
    a_compaction_into_the_slot_of_a_visible_run_is_found: TakenSlot,
    a_deletion_of_items_of_the_compaction_under_way_is_found: DeletedTarget,
    a_search_that_believes_a_lagging_replica_is_found: BelievedReplica,
}
