use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::samples::{data_id, entry, note};
use crate::catalogue::sighting::Sighting;
use crate::search_text::SearchText;

fn now() -> EpochSeconds {
    EpochSeconds::new(1_800_000_000)
}

fn present(version: u64) -> Facet<EpochSeconds> {
    Facet::Present { version, item: now() }
}

fn removed(version: u64) -> Facet<EpochSeconds> {
    Facet::Removed { version, since: now() }
}

#[test]
fn a_state_is_only_left_for_a_later_one() {
    let life = [Facet::Unknown, present(1), present(2), removed(2), present(3), removed(4)];
    for (earlier, state) in life.iter().enumerate() {
        for (later, next) in life.iter().enumerate() {
            let mut facet = state.clone();
            assert_eq!(facet.advance(next.clone()), later > earlier, "from {state:?} to {next:?}");
            assert_eq!(facet, life[earlier.max(later)]);
        }
    }
}

proptest! {
    #[test]
    fn what_is_known_does_not_depend_on_the_order_or_the_number_of_records(
        seen in vec(prop_oneof![
            entry().prop_map(|entry| Seen::Live(entry.live)),
            entry().prop_map(|entry| Seen::Trash(entry.trash)),
        ], 0..8).prop_flat_map(|seen| {
            let again = [seen.clone(), seen.clone()].concat();
            (Just(seen), Just(again).prop_shuffle())
        }),
    ) {
        let after = |seen: Vec<Seen>| {
            let mut entry = Entry::default();
            for seen in seen {
                entry.see(seen);
            }
            (entry.live.rank(), entry.trash.rank())
        };
        let (in_order, shuffled) = seen;
        prop_assert_eq!(after(in_order), after(shuffled));
    }
}

#[test]
fn a_removal_keeps_the_version_and_has_a_time_of_its_own() {
    let gone = |seen| Sighting::new(data_id(1), seen, SearchText::default()).gone(now()).seen;
    let older = Facet::Removed { version: 4, since: EpochSeconds::new(0) };
    for (before, after) in [(Facet::Unknown, Facet::Unknown), (present(3), removed(3)), (older, removed(4))] {
        assert_eq!(gone(Seen::Trash(before)), Seen::Trash(after));
    }
    let after = Facet::Removed { version: 1, since: now() };
    assert_eq!(gone(Seen::Live(note().live)), Seen::Live(after));
    let wrong = Sighting::wrong(data_id(1), note(), Entry::default(), SearchText::default()).seen;
    assert_eq!(gone(wrong.clone()), wrong);
}

#[test]
fn a_tombstone_is_forgotten_when_its_time_has_passed() {
    let mut entry = Entry { live: Facet::Unknown, trash: removed(7) };
    let last = EpochSeconds::new(1_800_000_000 + TOMBSTONE_KEEPS.as_secs() - 1);
    assert!(entry.forget(last));
    assert_eq!(entry.trash, removed(7));
    assert!(!entry.forget(now().plus(TOMBSTONE_KEEPS)));
    assert_eq!(entry, Entry::default());
}

#[test]
fn present_items_are_never_forgotten() {
    let mut entry = Entry { live: Facet::Unknown, trash: present(1) };
    assert!(entry.forget(EpochSeconds::new(u64::MAX)));
    assert_eq!(entry.trash, present(1));
}

#[test]
fn a_correction_replaces_the_wrong_state_only_if_that_has_not_changed() {
    let correct = |entry: &mut Entry, found: &Entry, right: Entry| {
        entry.see(Sighting::wrong(data_id(1), found.clone(), right, SearchText::default()).seen)
    };
    let found = Entry { live: Facet::Removed { version: 1, since: now() }, trash: present(1) };
    let right = Entry { trash: removed(1), ..found.clone() };
    let mut changed = Entry { trash: present(2), ..found.clone() };
    assert!(!correct(&mut changed, &found, right.clone()));
    assert_eq!(changed.trash, present(2));
    // The tombstone of the other item is forgotten meanwhile.
    let mut forgetful = Entry { live: Facet::Unknown, ..found.clone() };
    assert!(correct(&mut forgetful, &found, right));
    assert_eq!(forgetful, Entry { live: Facet::Unknown, trash: removed(1) });
    // The tombstone is the wrong state, and is forgotten meanwhile.
    let restored = Entry { live: note().live, ..found.clone() };
    let mut forgetful = Entry { live: Facet::Unknown, ..found.clone() };
    assert!(correct(&mut forgetful, &found, restored.clone()));
    assert_eq!(forgetful, restored);
}
