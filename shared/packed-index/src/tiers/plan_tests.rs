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

fn one_time() -> Samples {
    let mut times = Samples::default();
    times.note(0, 1);
    times
}

/// Adds a run to the active set of a tier.
fn add_run(state: &mut IndexState, tier: usize, slot: u8) {
    assert!(state.has_room(tier, &LIMITS));
    let run = Run::new(slot, WriteNumber(1), 1, one_time().spread(1).unwrap());
    state.tiers[tier].active.runs.push(run);
}

/// Adds runs to the active set of a tier until it is full.
fn fill_set(state: &mut IndexState, tier: usize) -> SetPlace {
    (0..LIMITS.runs).for_each(|slot| add_run(state, tier, slot));
    state.tiers[tier].active.place
}

#[test]
fn text_slots_are_merged_when_they_are_many_or_long_or_a_third_of_all() {
    assert_eq!(source(texts(&[(9, 499)])), None);
    assert_eq!(source(texts(&[(5, 10), (5, 10)])), Some(Source::Texts(2)));
    assert_eq!(source(texts(&[(1, 500)])), Some(Source::Texts(1)));
    assert_eq!(source(texts(&[(1, 10); 2])), None);
    assert_eq!(source(texts(&[(1, 10); 3])), Some(Source::Texts(3)));
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
    let full = fill_set(&mut state, 0);
    state.plan(5, &LIMITS);
    assert_eq!(state.job.as_ref().map(|job| (&job.source, job.target.tier)), Some((&Source::Runs(full), 1)));
    assert!(state.has_room(0, &LIMITS));
    assert_ne!(state.tiers[0].active.place, full);
}

#[test]
fn runs_are_merged_first_if_both_sets_of_the_target_are_full() {
    let mut state = texts(&[(10, 10)]);
    let older = fill_set(&mut state, 0);
    fill_set(&mut state, 0);
    assert_eq!(source(state), Some(Source::Runs(older)));
}

#[test]
fn a_merge_of_runs_is_paused_while_text_slots_are_merged() {
    let mut state = IndexState::default();
    fill_set(&mut state, 0);
    state.plan(5, &LIMITS);
    let of_runs = state.job.clone().unwrap();
    state.add_texts(TextSlot { slot: 0, number: WriteNumber(6), versions: 10, bytes: 10 });
    state.plan(6, &LIMITS);
    let of_texts = state.job.clone().unwrap();
    assert_eq!((&of_texts.source, of_texts.target.tier), (&Source::Texts(1), 0));
    state.plan(7, &LIMITS);
    assert_eq!(state.job, Some(of_texts.clone()), "a merge of text slots is not paused");
    state.finish(Job { documents: 1, times: one_time(), ..of_texts }, false);
    assert_eq!(state.job, Some(of_runs.clone()));

    (1..LIMITS.runs).for_each(|slot| add_run(&mut state, 0, slot));
    state.add_texts(TextSlot { slot: 0, number: WriteNumber(8), versions: 10, bytes: 10 });
    state.plan(8, &LIMITS);
    assert_eq!(state.job, Some(of_runs), "the first tier has no room before these runs are merged");
}

#[test]
fn a_merge_into_a_high_tier_is_paused_while_a_full_set_below_is_merged() {
    let mut state = IndexState::default();
    fill_set(&mut state, 1);
    state.plan(5, &LIMITS);
    let high = state.job.clone().expect("the full set is due");
    assert_eq!(high.target.tier, 2);
    let older = fill_set(&mut state, 0);
    fill_set(&mut state, 0);
    state.add_texts(TextSlot { slot: 0, number: WriteNumber(6), versions: 10, bytes: 10 });
    state.plan(6, &LIMITS);
    let low = state.job.clone().expect("two full sets are below");
    assert_eq!(
        (&low.source, low.target.tier),
        (&Source::Runs(older), 1),
        "text slots have no room otherwise"
    );
    state.finish(Job { documents: 1, times: one_time(), ..low }, false);
    assert_eq!(state.job, Some(high));
    state.plan(7, &LIMITS);
    assert_eq!(state.job.map(|job| job.source), Some(Source::Texts(1)));
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
    state.finish(Job { documents: 1, times: one_time(), chosen: None, ..job }, false);
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
