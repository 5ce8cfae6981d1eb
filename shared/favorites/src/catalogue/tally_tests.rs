use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::samples::{entry, tag_id};

/// A moment before, among or after those in which entries expire.
fn select_second() -> impl Strategy<Value = EpochSeconds> {
    prop_oneof![Just(0), any::<u64>(), Just(u64::MAX - 1)].prop_map(EpochSeconds::new)
}

fn sum(entries: &[Entry]) -> Tally {
    let mut tally = Tally::default();
    for entry in entries {
        tally.count(entry, 1);
    }
    tally
}

proptest! {
    #[test]
    fn what_is_added_can_be_taken_away_in_any_order(
        (added, taken) in vec(entry(), 0..30).prop_flat_map(|entries| (Just(entries.clone()), Just(entries).prop_shuffle())),
        kept in vec(entry(), 0..5),
    ) {
        let mut tally = sum(&added);
        for entry in &kept {
            tally.count(entry, 1);
        }
        for entry in &taken {
            tally.count(entry, -1);
        }
        prop_assert_eq!(tally, sum(&kept));
    }

    #[test]
    fn what_expires_counts_up_to_its_second(entries in vec(entry(), 0..30), now in select_second()) {
        let tally = sum(&entries);
        let is_there = |expiry: EpochSeconds| expiry > now || expiry == NEVER;
        let number = |count: usize| i64::try_from(count).unwrap();
        let account = tally.deltas.sums(Scope::Account, now);
        let trash = entries.iter().filter(|entry| entry.trash.present().is_some_and(|purge| is_there(*purge)));
        prop_assert_eq!(tally.trash + account.get(Counter::Trash), number(trash.count()));
        let live = || {
            let live = entries.iter().filter_map(|entry| entry.live.present());
            live.filter(|live| live.expire_time.is_none_or(is_there))
        };
        for data_type in DataType::ALL {
            let counter = Counter::Type(data_type);
            let of_type = || live().filter(|live| live.data_type == data_type);
            let stored = tally.by_type.get(&data_type).copied().unwrap_or_default();
            prop_assert_eq!(stored + account.get(counter), number(of_type().count()));
            for tag_id in (0..40).map(tag_id) {
                let counted = tally.deltas.sums(Scope::Tag(tag_id), now).get(counter);
                let found = of_type().filter(|live| live.tag_ids.contains(&tag_id)).count();
                prop_assert_eq!(counted, number(found));
            }
        }
    }

    #[test]
    fn a_tally_is_what_a_recount_gives(entries in vec(entry(), 0..30)) {
        let tally = sum(&entries);
        let live = || entries.iter().filter_map(|entry| entry.live.present());
        let number = |count: usize| i64::try_from(count).unwrap();
        prop_assert_eq!(tally.total(), number(live().count()));
        prop_assert_eq!(tally.trash, number(entries.iter().filter(|entry| entry.trash.present().is_some()).count()));
        for data_type in DataType::ALL {
            let counted = tally.by_type.get(&data_type).copied();
            let found = live().filter(|live| live.data_type == data_type).count();
            prop_assert_eq!(counted, (found > 0).then_some(number(found)));
            for tag_id in (0..40).map(tag_id) {
                let counted = tally.deltas.sums(Scope::Tag(tag_id), ALWAYS).get(Counter::Type(data_type));
                let has = |live: &&Live| live.data_type == data_type && live.tag_ids.contains(&tag_id);
                prop_assert_eq!(counted, number(live().filter(has).count()));
            }
        }
    }
}
