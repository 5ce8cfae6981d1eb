use super::*;
use crate::catalogue::samples::{data_id, note};

/// A reading of the segment that begins at `first_id`.
fn reading(first_id: u128, revision: u64, has: &[u128], asked: &[u128]) -> Slots {
    let stored = Segment {
        user_id: UserId::parse("ann").unwrap(),
        first_id: data_id(first_id),
        revision,
        entries: Vec::new(),
    };
    let entries = has.iter().map(|id| (data_id(*id), note())).collect();
    let asked = asked.iter().copied().map(data_id).collect();
    Slots(BTreeMap::from([(data_id(first_id), Slot { stored: Some(stored), entries, asked })]))
}

#[test]
fn readings_of_one_state_are_one() {
    let mut slots = reading(0, 7, &[1, 2, 3], &[3]);
    slots.add(reading(0, 7, &[1, 2, 3], &[1])).unwrap();
    slots.add(reading(5, 1, &[5], &[5])).unwrap();
    let journal: Entries = (1..=5).map(|number| (data_id(number), note())).collect();
    let heaviest = slots.heaviest_first(&journal);
    let asked: Vec<Vec<_>> = heaviest.iter().map(|slot| slot.asked.iter().copied().collect()).collect();
    assert_eq!(asked, [vec![data_id(1), data_id(3)], vec![data_id(5)]]);
}

#[test]
fn readings_of_a_segment_before_and_after_a_change_do_not_go_together() {
    // The entry 3 went to another segment. Who put it into this one, on the condition of its later revision, would succeed.
    let (before, after) = (|| reading(0, 7, &[1, 3], &[3]), || reading(0, 8, &[1], &[1]));
    for (mut first, second) in [(before(), after()), (after(), before())] {
        assert!(matches!(first.add(second), Err(Error::Busy(_))));
    }
}

#[test]
fn an_entry_is_where_it_was_found_whatever_was_cut_since() {
    // The first segment was cut in three after it was read, at 2 and at 3. The last of them was not read.
    let mut slots = reading(0, 7, &[1, 2, 3], &[3]);
    slots.add(reading(2, 1, &[2], &[2])).unwrap();
    assert_eq!(slots.entry(data_id(3)), Some(&note()));
    assert_eq!(slots.entry(data_id(2)), Some(&note()));
    assert_eq!(slots.entry(data_id(1)), None, "nobody asked for it");
}
