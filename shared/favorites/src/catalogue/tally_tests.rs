use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::samples::{entry, tag_id};

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
        (added, taken) in vec(entry(0), 0..30).prop_flat_map(|entries| (Just(entries.clone()), Just(entries).prop_shuffle())),
        kept in vec(entry(0), 0..5),
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
    fn a_tally_is_what_a_recount_gives(entries in vec(entry(0), 0..30)) {
        let tally = sum(&entries);
        let live = || entries.iter().filter_map(|entry| entry.live.present());
        let number = |count: usize| i64::try_from(count).unwrap();
        prop_assert_eq!(tally.total(), number(live().count()));
        prop_assert_eq!(tally.trash, number(entries.iter().filter(|entry| entry.trash.present().is_some()).count()));
        prop_assert_eq!(tally.cut, number(live().filter(|live| live.text.cut).count()));
        for data_type in DataType::ALL {
            let counted = tally.by_type.get(&data_type).copied();
            let found = live().filter(|live| live.data_type == data_type).count();
            prop_assert_eq!(counted, (found > 0).then_some(number(found)));
            for tag_id in (0..40).map(tag_id) {
                let counted = tally.by_tag.get(&tag_id).and_then(|of_tag| of_tag.get(&data_type)).copied();
                let has = |live: &&crate::catalogue::entry::Live| {
                    live.data_type == data_type && live.tag_ids.contains(&tag_id)
                };
                let found = live().filter(has).count();
                prop_assert_eq!(counted, (found > 0).then_some(number(found)));
            }
        }
    }
}
