use proptest::prelude::*;
use uuid::Uuid;

use super::*;

fn id(number: u64) -> DataId {
    DataId::from(Uuid::from_u64_pair(number, 7))
}

fn signed_up_to(end: u64) -> Coverage {
    let begun = Coverage::default().begun();
    begun.finished(&begun, Some(id(end))).unwrap()
}

/// Returns true if a signature of the current generation is up to date.
fn tells(signed: &Coverage, first: u64, end: u64) -> bool {
    signed.tells_of(signed.generation, id(first), id(end))
}

#[test]
fn before_the_first_round_nothing_is_signed_or_noted() {
    let mut signed = Coverage::default();
    signed.note(&[(id(1), id(2))]);
    assert_eq!(signed, Coverage::default());
    assert!(!tells(&signed, 0, 1));
}

#[test]
fn new_ids_below_the_end_are_out_of_date() {
    let mut signed = signed_up_to(100);
    assert!(tells(&signed, 0, 100));
    assert!(!tells(&signed, 90, 101), "that is beyond the end");
    signed.note(&[(id(20), id(30)), (id(100), id(110))]);
    assert!(tells(&signed, 0, 19));
    assert!(!tells(&signed, 0, 20));
    assert!(!tells(&signed, 25, 26));
    assert!(!tells(&signed, 30, 40));
    assert!(tells(&signed, 31, 100), "entries from the end on must not make a signature out of date");
}

#[test]
fn a_round_makes_up_for_what_came_before_it_and_not_for_what_comes_meanwhile() {
    let mut signed = signed_up_to(100);
    signed.note(&[(id(20), id(20))]);
    let begun = signed.begun();
    assert_eq!(begun.generation, signed.generation);
    let mut meanwhile = begun.clone();
    meanwhile.note(&[(id(40), id(40)), (id(150), id(150)), (id(250), id(250))]);
    assert!(!tells(&meanwhile, 20, 21));
    assert!(!tells(&meanwhile, 40, 41));
    let after = meanwhile.finished(&begun, Some(id(200))).unwrap();
    assert!(tells(&after, 20, 21));
    assert!(!tells(&after, 40, 41));
    assert!(!tells(&after, 150, 151), "it came when this was not signed yet, and now it is");
    assert_eq!(after.since.0.len(), 2);
}

#[test]
fn after_a_round_that_ended_half_way_no_signature_is_believed() {
    let signed = signed_up_to(100);
    let first = signed.begun();
    assert!(tells(&first, 0, 100), "until then, the old ones are");
    let second = first.begun();
    assert_eq!(second.finished(&first, Some(id(100))), None, "the first round is over");
    assert_ne!(second.generation, first.generation);
    assert!(!tells(&second, 0, 100));
    let mut meanwhile = second.clone();
    meanwhile.note(&[(id(40), id(40))]);
    let after = meanwhile.finished(&second, Some(id(100))).unwrap();
    assert!(tells(&after, 0, 39) && !tells(&after, 40, 41));
    assert!(!after.tells_of(first.generation, id(0), id(39)), "the first round may still put it");
}

#[test]
fn a_round_of_a_head_that_was_lost_is_over() {
    let begun = signed_up_to(100).begun();
    assert_eq!(Coverage::default().finished(&begun, Some(id(100))), None);
    assert_ne!(Coverage::default().begun().generation, begun.generation);
}

#[test]
fn a_catalogue_that_needs_no_signatures_is_as_before_the_first_round() {
    let begun = signed_up_to(100).begun();
    assert_eq!(begun.finished(&begun, None), Some(Coverage::default()));
}

#[test]
fn it_is_read_as_it_was_stored() {
    let mut signed = signed_up_to(100);
    signed.note(&[(id(20), id(30))]);
    for signed in [Coverage::default(), signed.clone(), signed.begun()] {
        assert_eq!(Coverage::read(&signed.pack().unwrap()).unwrap(), signed);
    }
    assert!(Coverage::default().pack().unwrap().is_empty());
    assert!(Coverage::read(&[7]).is_err());
}

proptest! {
    #[test]
    fn nothing_that_came_is_forgotten(added in proptest::collection::vec((any::<u64>(), any::<u64>()), 0..60)) {
        let mut ranges = Ranges::default();
        for (one, other) in &added {
            ranges.add(*one.min(other), *one.max(other));
        }
        prop_assert!(ranges.0.len() <= MOST_RANGES);
        prop_assert!(ranges.0.windows(2).all(|pair| pair[0].0 <= pair[0].1 && pair[0].1 < pair[1].0));
        for (one, other) in added {
            prop_assert!(ranges.meet(one, one) && ranges.meet(other, other));
        }
    }

    #[test]
    fn few_ranges_stay_apart(starts in proptest::collection::btree_set(0..1_000_u64, 0..=MOST_RANGES)) {
        let mut ranges = Ranges::default();
        for start in &starts {
            ranges.add(start * 10, start * 10);
        }
        for place in 0..10_000 {
            prop_assert_eq!(ranges.meet(place, place), place % 10 == 0 && starts.contains(&(place / 10)));
        }
    }
}
