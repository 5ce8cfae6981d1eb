use super::*;

const LIMITS: IndexLimits = IndexLimits { text_slots: 8, ..IndexLimits::STORED };

fn with_texts(slots: &[u16]) -> IndexState {
    let text = |slot: &u16| TextSlot { slot: *slot, number: WriteNumber(1), versions: 1, bytes: 1 };
    IndexState { texts: slots.iter().map(text).collect(), ..IndexState::default() }
}

fn free(state: &IndexState, bytes: usize) -> Vec<u16> {
    state.free_slots(&LIMITS, bytes).collect()
}

#[test]
fn small_and_large_texts_take_slots_of_their_own_in_a_ring() {
    assert_eq!(free(&with_texts(&[]), SMALL_TEXTS), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(free(&with_texts(&[]), SMALL_TEXTS + 1), [6, 7, 0, 1, 2, 3, 4, 5]);
    assert_eq!(free(&with_texts(&[3, 7, 4]), 1), [5, 0, 1, 2, 6]);
    assert_eq!(free(&with_texts(&[5, 6]), SMALL_TEXTS + 1), [7, 0, 1, 2, 3, 4]);
}

#[test]
fn no_slot_is_free_when_all_are_taken() {
    let all: Vec<_> = (0..LIMITS.text_slots).collect();
    assert!(free(&with_texts(&all), 1).is_empty());
    assert_eq!(free(&with_texts(&all[1..]), 1), [0]);
}

#[test]
fn bytes_of_another_form_are_refused() {
    let state = with_texts(&[1]);
    let mut bytes = state.to_bytes().unwrap();
    assert_eq!(IndexState::from_bytes(&bytes), Ok(state));
    bytes[0] = 9;
    assert_eq!(IndexState::from_bytes(&bytes), Err(StateError::Form(Some(9))));
    assert_eq!(IndexState::from_bytes(&[]), Err(StateError::Form(None)));
    assert!(matches!(IndexState::from_bytes(&[FORM]), Err(StateError::Bytes(_))));
}

#[test]
fn a_state_with_all_text_slots_and_many_runs_takes_less_than_six_kilobytes() {
    let limits = IndexLimits::STORED;
    let texts: Vec<_> = (0..limits.text_slots)
        .map(|slot| TextSlot { slot, number: WriteNumber(1 << 20), versions: 100, bytes: 9_000 })
        .collect();
    let mut samples = crate::index::Samples::default();
    samples.note(0, 1 << 41);
    samples.note(1, 0);
    let spread = samples.spread(2).unwrap();
    let size = crate::index::Size { documents: 1 << 20, blocks: 1 << 14 };
    let runs = (0..24).map(|slot| Run::new(slot, WriteNumber(1 << 20), size, spread)).collect();
    let state = IndexState { texts, runs, compaction: None };
    let bytes = state.to_bytes().unwrap().len();
    assert!(bytes < 6 << 10, "{bytes}");
}
