use super::*;

fn text(slot: u8) -> TextSlot {
    TextSlot { slot, number: WriteNumber(1), versions: 1, bytes: 100 }
}

#[test]
fn free_slots_are_those_that_are_not_visible_from_the_highest_down() {
    let limits = IndexLimits { text_slots: 4, ..IndexLimits::STORED };
    let mut state = IndexState::default();
    state.add_texts(text(2));
    assert_eq!(state.free_slots(&limits).collect::<Vec<_>>(), [3, 1, 0]);
    let all = IndexLimits { text_slots: 256, ..limits };
    assert_eq!(state.free_slots(&all).count(), 255);
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
fn other_bytes_are_refused() {
    assert_eq!(IndexState::from_bytes(&[]), Err(StateError::Form(None)));
    assert_eq!(IndexState::from_bytes(&[9, 0]), Err(StateError::Form(Some(9))));
    let bytes = IndexState::default().to_bytes().unwrap();
    assert!(matches!(IndexState::from_bytes(&bytes[..bytes.len() - 1]), Err(StateError::Bytes(_))));
}

#[test]
fn a_run_may_have_the_ids_of_the_milliseconds_between_its_ends() {
    let id = |millis: u128, rest: u128| FavoriteId((millis << 80) | rest);
    let ends = (beginning(id(20, 5)), beginning(id(10, 5)));
    let run = Run::new(0, WriteNumber(1), 2, ends);
    assert!(run.may_have(id(0, 0), id(10, 0)) && run.may_have(id(20, 9), id(30, 0)));
    assert!(!run.may_have(id(0, 0), id(9, 9)) && !run.may_have(id(21, 0), id(30, 0)));
}
