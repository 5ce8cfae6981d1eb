use std::time::Duration;

use uuid::Uuid;

use super::*;
use crate::model::favorite::TrashedFavorite;

const NOW: u64 = 1_800_000_000;

fn id(number: u128) -> DataId {
    DataId::from(Uuid::from_u128(number))
}

fn present(version: u64) -> Facet<EpochSeconds> {
    Facet::Present { version, item: at(NOW) }
}

/// The catalogue knows one version of a trashed favorite, and the item has another.
fn difference(number: u128, known: u64, state: u64, changed: Option<Timestamp>) -> Difference {
    Difference::of::<TrashedFavorite>(id(number), &present(known), &present(state), changed)
}

fn at(seconds: u64) -> EpochSeconds {
    EpochSeconds::new(seconds)
}

/// A sight without a pause between the catalogue and the item.
fn quick(at: EpochSeconds) -> Sight {
    Sight { catalogue: at, item: at }
}

fn time(seconds: u64) -> Option<Timestamp> {
    Timestamp::from_unix_millis(i64::try_from(seconds).unwrap() * 1_000).ok()
}

#[test]
fn the_same_difference_is_drift_a_quarter_of_an_hour_after_the_first_sight() {
    let mut suspects = Suspects::default();
    assert_eq!(suspects.verdict(difference(1, 1, 2, None), false, quick(at(NOW))), Verdict::Wait(at(NOW)));
    suspects.note(difference(1, 1, 2, None), at(NOW));
    let later = |by: Duration| at(NOW).plus(by);
    let early = later(Duration::from_mins(14));
    assert_eq!(suspects.verdict(difference(1, 1, 2, None), false, quick(early)), Verdict::Wait(at(NOW)));
    let verdict = suspects.verdict(difference(1, 1, 2, None), false, quick(later(DRIFT_AFTER)));
    assert_eq!(verdict, Verdict::Repair { drift: true });
}

/// The record of a favorite that was created again is lost. Later, the catalogue forgets the removal of the earlier favorite.
#[test]
fn a_removal_that_the_catalogue_forgets_does_not_make_a_difference_wait_once_more() {
    let removed = Facet::Removed { version: 1, since: at(NOW) };
    let of = |known| Difference::of::<TrashedFavorite>(id(1), known, &present(2), None);
    let mut suspects = Suspects::default();
    suspects.note(of(&removed), at(NOW));
    let later = quick(at(NOW).plus(DRIFT_AFTER));
    assert_eq!(suspects.verdict(of(&Facet::Unknown), false, later), Verdict::Repair { drift: true });
    let mut suspects = Suspects::default();
    suspects.note(of(&Facet::Unknown), at(NOW));
    let first_sight = Verdict::Wait(later.item);
    assert_eq!(suspects.verdict(of(&removed), false, later), first_sight, "its record has arrived");
}

#[test]
fn a_pass_that_stalls_between_the_catalogue_and_the_item_confirms_nothing_by_its_stall() {
    let mut suspects = Suspects::default();
    let stalled = Sight { catalogue: at(NOW), item: at(NOW).plus(DRIFT_AFTER) };
    let same = difference(1, 1, 2, None);
    assert_eq!(suspects.verdict(same, false, stalled), Verdict::Wait(stalled.item));
    suspects.note(same, at(NOW));
    assert_eq!(suspects.verdict(same, false, stalled), Verdict::Wait(at(NOW)));
    let confirmed = suspects.verdict(same, false, quick(stalled.item));
    assert_eq!(confirmed, Verdict::Repair { drift: true });
}

#[test]
fn another_difference_of_the_same_item_begins_to_wait_again() {
    let mut suspects = Suspects::default();
    suspects.note(difference(1, 1, 2, None), at(NOW));
    let later = at(NOW).plus(DRIFT_AFTER);
    for other in [difference(1, 2, 2, None), difference(1, 1, 3, None), difference(2, 1, 2, None)] {
        assert_eq!(suspects.verdict(other, false, quick(later)), Verdict::Wait(later), "{other:?}");
    }
}

#[test]
fn a_repair_at_first_sight_is_drift_only_where_the_stream_has_no_record_any_more() {
    let suspects = Suspects::default();
    let long_ago = NOW - RECORD_BELIEVED.as_secs();
    for (changed, drift) in [(None, false), (time(long_ago), true), (time(long_ago + 1), false)] {
        let verdict = suspects.verdict(difference(1, 1, 2, changed), true, quick(at(NOW)));
        assert_eq!(verdict, Verdict::Repair { drift }, "{changed:?}");
    }
}

#[test]
fn the_differences_of_a_range_replace_those_that_were_noted_in_it() {
    let mut suspects = Suspects::default();
    for number in [1, 2, 3, 4] {
        assert!(suspects.note(difference(number, 1, 2, None), at(NOW)));
    }
    let mut found = Suspects::default();
    for number in [3, 5] {
        found.note(difference(number, 1, 2, None), at(NOW + 9));
    }
    assert!(suspects.replace(id(2), Some(id(4)), found));
    let left: Vec<_> = suspects.0.iter().map(|((data_id, _), suspect)| (*data_id, suspect.seen)).collect();
    assert_eq!(left, [(id(1), at(NOW)), (id(3), at(NOW + 9)), (id(4), at(NOW))]);
}

#[test]
fn no_more_than_the_limit_are_noted() {
    let mut suspects = Suspects::default();
    for number in 0..SUSPECTS as u128 {
        assert!(suspects.note(difference(number, 1, 2, None), at(NOW)));
    }
    assert!(!suspects.note(difference(9_999, 1, 2, None), at(NOW)));
    let mut found = Suspects::default();
    found.note(difference(9_999, 1, 2, None), at(NOW));
    assert!(!suspects.replace(id(9_000), None, found));
    assert_eq!(suspects.len(), SUSPECTS);
}
