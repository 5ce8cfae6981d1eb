//! A model of the whole index in memory: text slots, tiers of runs in two alternating sets, and merges that are interrupted,
//! repeated, and disturbed by late writers. After each event, lookups must equal a scan of all favorites.
//!
//! The same histories must also reveal each [`Flaw`].

mod favorite;
mod head;
mod history;
mod lookup;
mod query;
mod store;
mod work;
mod writer;

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use self::history::{History, check, history};
use self::store::Flaw;
use self::work::Model;

/// The number of histories that all flaws are looked for in.
const CASES: u32 = 40;

/// Runs the same histories each time, and returns an error if one of them fails.
fn run(flaw: Option<Flaw>, at_end: impl Fn(&Model)) -> Result<(), String> {
    let config = Config { cases: CASES, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&history(), |history: History| {
        check(&history, flaw).map(|model| at_end(&model)).map_err(TestCaseError::fail)
    });
    result.map_err(|error| error.to_string())
}

/// A difference between what is found and what is expected, or a merge that refuses its blocks, and not a panic of the model.
#[track_caller]
fn assert_found(flaw: Flaw) {
    let result = run(Some(flaw), |_| {});
    assert!(
        result.as_ref().is_err_and(|error| error.contains("expected") || error.contains(": Merge(")),
        "{flaw:?}: {result:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn lookups_equal_a_scan_after_each_event(history in history()) {
        let result = check(&history, None);
        prop_assert!(result.is_ok(), "{:?}", result);
    }
}

#[test]
fn the_histories_that_reveal_flaws_find_none_in_the_model_and_reach_high_tiers_and_new_fences() {
    let (tier, retired) = (Cell::new(0), Cell::new(0));
    let at_end = |model: &Model| {
        let tiers = model.head.index.sets().map(|set| set.place().tier);
        tier.set(tiers.fold(tier.get(), u8::max));
        retired.set(retired.get() + model.retired);
    };
    assert_eq!(run(None, at_end), Ok(()));
    assert!(tier.get() >= 3 && retired.get() >= 10, "tier {}, {} retired", tier.get(), retired.get());
}

#[test]
fn a_merge_that_loses_a_block_is_found() {
    assert_found(Flaw::LostBlock);
}

#[test]
fn a_merge_at_fences_of_an_earlier_set_is_found() {
    assert_found(Flaw::StaleFences);
}

#[test]
fn an_item_overwritten_by_an_equal_number_is_found() {
    assert_found(Flaw::EqualNumber);
}

#[test]
fn a_tombstone_dropped_early_is_found() {
    assert_found(Flaw::EarlyDrop);
}
