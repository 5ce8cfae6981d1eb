use super::*;
use crate::tiers::TextSlot;

const LIMITS: IndexLimits =
    IndexLimits { text_slots: 8, text_versions: 10, text_bytes: 500, ..IndexLimits::STORED };

fn texts(slots: &[(u8, u32)]) -> IndexState {
    let mut state = IndexState::default();
    for (slot, (versions, bytes)) in (0..).zip(slots) {
        state.add_texts(TextSlot { slot, number: WriteNumber(1), versions: *versions, bytes: *bytes });
    }
    state
}

fn source(mut state: IndexState) -> Option<Source> {
    state.plan(5, &LIMITS);
    state.job.map(|job| job.source)
}

/// Adds a run to the active set of a tier.
fn add_run(state: &mut IndexState, tier: usize, slot: u8) {
    assert!(state.has_room(tier, &LIMITS));
    let run = Run::new(slot, WriteNumber(1), 1, (1, 1));
    state.tiers[tier].active.runs.push(run);
}

#[test]
fn text_slots_are_merged_when_they_are_many_or_long_or_half_of_all() {
    assert_eq!(source(texts(&[(9, 499)])), None);
    assert_eq!(source(texts(&[(5, 10), (5, 10)])), Some(Source::Texts(2)));
    assert_eq!(source(texts(&[(1, 500)])), Some(Source::Texts(1)));
    assert_eq!(source(texts(&[(1, 10); 3])), None);
    assert_eq!(source(texts(&[(1, 10); 4])), Some(Source::Texts(4)));
    assert_eq!(source(texts(&[(1, u32::MAX); 2])), Some(Source::Texts(2)));
}

#[test]
fn a_merge_takes_only_so_many_text_slots_that_it_stays_small() {
    let mut state = texts(&[(1, 10); 5]);
    state.plan(5, &IndexLimits { merged_slots: 3, ..LIMITS });
    assert_eq!(state.job.map(|job| job.source), Some(Source::Texts(3)));
}

#[test]
fn a_merge_under_way_stays_as_it_is() {
    let mut state = texts(&[(10, 10)]);
    state.plan(5, &LIMITS);
    let job = state.job.clone();
    state.plan(6, &LIMITS);
    assert_eq!(state.job, job);
}

#[test]
fn new_runs_take_the_highest_free_slot() {
    let mut state = texts(&[(10, 10)]);
    add_run(&mut state, 0, 7);
    add_run(&mut state, 0, 6);
    state.plan(5, &LIMITS);
    assert_eq!(state.job.map(|job| job.slot), Some(5));
}

#[test]
fn a_full_set_is_merged_while_the_other_one_takes_new_runs() {
    let mut state = IndexState::default();
    (0..LIMITS.runs).for_each(|slot| add_run(&mut state, 0, slot));
    let full = state.tiers[0].active.place;
    state.plan(5, &LIMITS);
    assert_eq!(state.job.as_ref().map(|job| (&job.source, job.target.tier)), Some((&Source::Runs(full), 1)));
    assert!(state.has_room(0, &LIMITS));
    assert_ne!(state.tiers[0].active.place, full);
}

#[test]
fn runs_are_merged_first_if_both_sets_of_the_target_are_full() {
    let mut state = texts(&[(10, 10)]);
    (0..LIMITS.runs).for_each(|slot| add_run(&mut state, 0, slot));
    let older = state.tiers[0].active.place;
    (0..LIMITS.runs).for_each(|slot| add_run(&mut state, 0, slot));
    assert_eq!(source(state), Some(Source::Runs(older)));
}

#[test]
fn a_set_whose_fences_do_not_fit_takes_no_more_runs_and_is_retired_when_it_is_empty() {
    let mut state = IndexState::default();
    add_run(&mut state, 0, 7);
    let place = state.tiers[0].active.place;
    state.give_up(place);
    assert_eq!(state.retired(), []);
    state.plan(5, &LIMITS);
    let job = state.job.clone().unwrap();
    assert_eq!(job.source, Source::Runs(place), "its only run is merged");
    state.finish(Job { documents: 1, ids: Some((1, 1)), chosen: None, ..job }, false);
    assert_eq!(state.retired(), [place]);
    let next = SetPlace { generation: place.generation + 2, ..place };
    assert_eq!(state.set(next).map(|set| (set.runs.len(), set.fences)), Some((0, None)));
    state.forget(place);
    assert_eq!(state.retired(), []);
}

#[test]
fn a_merge_without_documents_leaves_no_run() {
    let mut state = texts(&[(10, 10)]);
    state.plan(5, &LIMITS);
    let job = state.job.clone().unwrap();
    state.finish(job, false);
    assert_eq!((state.texts().len(), state.sets().count(), state.is_merging()), (0, 0, false));
}
