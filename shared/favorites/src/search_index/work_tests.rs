use packed_index::{IndexLimits, TextSlot, WriteNumber};

use super::*;

const SHORT: Changes = Changes { versions: 1, text: 140, has_backlog: false };

/// A state that has retired sets, and a merge under way if `is_merging` is true.
fn with_retired_sets(is_merging: bool) -> IndexState {
    let limits = IndexLimits { text_versions: 1, ..IndexLimits::STORED };
    let texts = TextSlot { slot: 0, number: WriteNumber(1), versions: 1, bytes: 100 };
    let mut state = IndexState::default();
    state.add_texts(texts);
    state.plan(1, &limits);
    let mut state = state.rebuilt();
    assert!(!state.retired().is_empty());
    if is_merging {
        state.add_texts(texts);
        state.plan(2, &limits);
    }
    assert_eq!(state.is_merging(), is_merging);
    state
}

#[test]
fn a_lone_change_merges_as_many_items_as_it_can_pay_for() {
    let merged = |units, puts_texts| SHORT.lone_items(units, puts_texts, MERGED_ITEMS);
    assert_eq!((merged(5, false), merged(5, true)), (2, 1));
    assert_eq!((merged(9, false), merged(9, true)), (1, 0));
    assert_eq!(merged(LONE_CHANGE_UNITS, false), 0);
    assert_eq!(SHORT.lone_items(5, false, 1), 1);
}

#[test]
fn a_backlog_and_long_texts_are_merged_at_any_price() {
    let behind = Changes { has_backlog: true, ..SHORT };
    assert_eq!(behind.lone_items(LONE_CHANGE_UNITS, true, MERGED_ITEMS), 1);
    assert_eq!(behind.lone_items(9, false, MERGED_ITEMS), MERGED_ITEMS);
    let long = Changes { text: 64 << 10, ..SHORT };
    assert_eq!(long.lone_items(LONE_CHANGE_UNITS, true, MERGED_ITEMS), 32);
}

#[test]
fn a_lone_change_merges_or_deletes() {
    let work = |state: &IndexState, revision| SHORT.lone_work(5, false, state, revision);
    let merges = Work { merged: 2, deleted: 0 };
    let deletes = Work { merged: 0, deleted: 2 };
    assert_eq!(work(&IndexState::default(), 0), merges);
    assert_eq!(work(&with_retired_sets(false), 1), deletes);
    let merging = with_retired_sets(true);
    let works: Vec<_> = (0..DELETES_EVERY).map(|revision| work(&merging, revision)).collect();
    assert_eq!(works, [deletes, merges, merges, merges]);
}

#[test]
fn a_batch_merges_in_proportion_to_its_changes_and_texts_up_to_a_bound() {
    let changes = |versions, text| Changes { versions, text, has_backlog: false };
    let merged = |changes: Changes| changes.batch_work().merged;
    assert_eq!(merged(changes(10, 1_400)), 10 * MERGED_ITEMS + 2);
    let behind = Changes { has_backlog: true, ..changes(10, 0) };
    assert_eq!(merged(behind), CATCH_UP * merged(changes(10, 0)));
    assert_eq!(merged(changes(100, 1 << 20)), MOST_MERGED_ITEMS);
}
