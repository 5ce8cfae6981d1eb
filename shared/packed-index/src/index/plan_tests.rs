use super::*;
use crate::index::{Samples, TextSlot};

const LIMITS: IndexLimits = IndexLimits {
    due_slots: 3,
    due_versions: 20,
    due_bytes: 100,
    taken_bytes: 60,
    fanout: 3,
    level_size: 100,
    ..IndexLimits::STORED
};

fn text(slot: u16, versions: u8, bytes: u32) -> TextSlot {
    TextSlot { slot, number: WriteNumber(u64::from(slot)), versions, bytes }
}

fn run(slot: u8, documents: u32, blocks: u32) -> Run {
    let mut samples = Samples::default();
    samples.note(0, 9);
    let spread = samples.spread(1).expect("there is a document");
    Run::new(slot, WriteNumber(1), Size { documents, blocks }, spread)
}

/// Returns the number of text slots and runs that the next compaction takes, and its slot.
fn planned(texts: &[TextSlot], runs: &[Run]) -> Option<(usize, usize, u8)> {
    let mut state = IndexState { texts: texts.to_vec(), runs: runs.to_vec(), compaction: None };
    let is_begun = state.plan(WriteNumber(7), &LIMITS);
    assert_eq!(is_begun, state.compaction.is_some());
    state.compaction.map(|compaction| (compaction.texts, compaction.runs, compaction.slot))
}

#[test]
fn a_compaction_is_due_at_each_limit_of_the_text_slots() {
    assert_eq!(planned(&[text(0, 19, 99)], &[]), None);
    assert_eq!(planned(&[text(0, 20, 9)], &[]), Some((1, 0, 0)));
    assert_eq!(planned(&[text(0, 1, 100)], &[]), Some((1, 0, 0)), "one slot is taken however large it is");
    assert_eq!(planned(&[text(0, 1, 1), text(1, 1, 1)], &[]), None);
    assert_eq!(planned(&[text(0, 1, 1), text(1, 1, 1), text(2, 1, 1)], &[]), Some((3, 0, 0)));
}

#[test]
fn a_compaction_takes_as_many_bytes_of_text_as_it_may() {
    let texts = |bytes| [text(0, 1, 30), text(1, 1, bytes), text(2, 1, 1)];
    assert_eq!(planned(&texts(30), &[]), Some((2, 0, 0)));
    assert_eq!(planned(&texts(31), &[]), Some((1, 0, 0)));
}

#[test]
fn levels_that_would_be_full_are_merged_into_the_next_one() {
    let texts = [text(0, 20, 9)];
    let (small, middle, large) =
        (|slot| run(slot, 99, 1), |slot| run(slot, 299, 1), |slot| run(slot, 300, 1));
    assert_eq!(planned(&texts, &[small(0)]), Some((1, 0, 1)));
    assert_eq!(planned(&texts, &[small(0), small(1)]), Some((1, 2, 8)));
    assert_eq!(planned(&texts, &[middle(8), small(0), small(1)]), Some((1, 2, 9)));
    assert_eq!(planned(&texts, &[middle(8), middle(9), small(0), small(1)]), Some((1, 4, 16)));
    assert_eq!(planned(&texts, &[large(16), middle(8), middle(9), small(0)]), Some((1, 0, 1)));
    assert_eq!(
        planned(&texts, &[run(0, 1, 5), run(1, 1, 5)]),
        Some((1, 0, 2)),
        "long texts count by their blocks"
    );
}

#[test]
fn only_one_compaction_is_under_way() {
    let mut state = IndexState { texts: vec![text(0, 20, 9)], ..IndexState::default() };
    assert!(state.plan(WriteNumber(7), &LIMITS));
    let before = state.clone();
    assert!(!state.plan(WriteNumber(8), &LIMITS) && !state.plan_whole(WriteNumber(8), &LIMITS));
    assert_eq!(state, before);
    assert!(!state.note(WriteNumber(8), Compacted::Finished(None)), "the result of another compaction");
    assert_eq!(state, before);
}

#[test]
fn a_compaction_of_everything_needs_something_to_drop() {
    let whole = |texts: &[TextSlot], runs: &[Run]| {
        let mut state = IndexState { texts: texts.to_vec(), runs: runs.to_vec(), compaction: None };
        state.plan_whole(WriteNumber(7), &LIMITS);
        state.compaction.map(|compaction| (compaction.texts, compaction.runs))
    };
    assert_eq!(whole(&[], &[]), None);
    assert_eq!(whole(&[], &[run(0, 1, 1)]), None);
    assert_eq!(whole(&[], &[run(0, 300, 1), run(1, 1, 1)]), Some((0, 2)));
    assert_eq!(whole(&[text(0, 1, 1)], &[run(0, 300, 1)]), Some((1, 1)));
}

#[test]
fn the_end_of_a_compaction_replaces_what_it_has_merged_and_keeps_what_came_meanwhile() {
    let mut state = IndexState {
        texts: vec![text(0, 20, 9)],
        runs: vec![run(16, 300, 1), run(0, 9, 1), run(1, 9, 1)],
        compaction: None,
    };
    assert!(state.plan(WriteNumber(7), &LIMITS));
    state.add_texts(text(1, 1, 1));
    let new = run(8, 30, 2);
    assert!(state.note(WriteNumber(7), Compacted::Finished(Some(new))));
    assert_eq!((state.texts(), state.runs()), (&[text(1, 1, 1)][..], &[run(16, 300, 1), new][..]));
    assert_eq!(state.compaction(), None);
}
