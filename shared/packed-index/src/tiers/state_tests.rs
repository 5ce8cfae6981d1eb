use super::super::spread::Samples;
use super::*;

fn text(slot: u8) -> TextSlot {
    TextSlot { slot, number: WriteNumber(1), versions: 1, bytes: 100 }
}

#[test]
fn free_slots_are_those_that_are_not_visible_from_the_last_one_on_and_first_those_for_the_size() {
    let limits = IndexLimits { text_slots: 8, ..IndexLimits::STORED };
    let mut state = IndexState::default();
    state.add_texts(text(4));
    state.add_texts(text(2));
    assert_eq!(state.free_slots(&limits, SMALL_TEXTS).collect::<Vec<_>>(), [3, 5, 0, 1, 6, 7]);
    state.add_texts(text(6));
    assert_eq!(state.free_slots(&limits, SMALL_TEXTS + 1).collect::<Vec<_>>(), [7, 3, 5, 0, 1]);
    let all = IndexLimits { text_slots: 256, ..limits };
    assert_eq!(state.free_slots(&all, 0).count(), 253);
}

#[test]
fn a_state_is_read_as_it_was_written() {
    let mut state = IndexState::default();
    (0..9).for_each(|slot| state.add_texts(text(slot)));
    state.plan(7, &IndexLimits { text_versions: 9, ..IndexLimits::STORED });
    assert!(state.is_merging());
    assert_eq!(IndexState::from_bytes(&state.to_bytes().unwrap()), Ok(state));
}

#[test]
fn a_rebuilt_index_is_empty_and_has_later_sets_than_the_one_before() {
    let limits = IndexLimits { text_versions: 1, ..IndexLimits::STORED };
    let mut state = IndexState::after_generation(8);
    for _ in 0..2 {
        state.add_texts(text(0));
        state.plan(7, &limits);
        let before: Vec<_> = state.all_sets().map(RunSet::place).collect();
        assert!(!before.is_empty());
        state = state.rebuilt();
        assert!(before.iter().all(|set| state.retired().contains(set)), "{before:?}");
        let highest = state.retired().iter().map(|set| set.generation).max().unwrap();
        state.add_texts(text(0));
        state.plan(9, &limits);
        assert!(state.all_sets().all(|set| set.place.generation > highest));
        state.job = None;
        state.texts.clear();
    }
}

#[test]
fn other_bytes_are_refused() {
    assert_eq!(IndexState::from_bytes(&[]), Err(StateError::Form(None)));
    assert_eq!(IndexState::from_bytes(&[9, 0]), Err(StateError::Form(Some(9))));
    let bytes = IndexState::default().to_bytes().unwrap();
    assert!(matches!(IndexState::from_bytes(&bytes[..bytes.len() - 1]), Err(StateError::Bytes(_))));
}

#[test]
fn a_run_may_have_the_ids_of_the_milliseconds_between_its_ends() {
    let id = |millis: u128, rest: u128| FavoriteId((millis << 80) | rest);
    let mut times = Samples::default();
    times.note(0, beginning(id(20, 5)));
    times.note(1, beginning(id(10, 5)));
    let run = Run::new(0, WriteNumber(1), 2, times.spread(2).unwrap());
    assert!(run.may_have(id(0, 0), id(10, 0)) && run.may_have(id(20, 9), id(30, 0)));
    assert!(!run.may_have(id(0, 0), id(9, 9)) && !run.may_have(id(21, 0), id(30, 0)));
}
