use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::catalogue::samples::{data_id, entries, note, tagged};
use crate::limits::SEGMENT_BYTES;

fn lens(parts: &[(DataId, Vec<u8>)]) -> Vec<usize> {
    parts.iter().map(|(_, packed)| packed.len()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_have_all_entries_and_each_has_those_of_its_range(
        entries in entries(80),
        fill in select(vec![SEGMENT_BYTES, SEGMENT_BYTES / 2]),
    ) {
        let parts = parts(&entries, lowest(), fill, PARTS).unwrap();
        prop_assert_eq!(parts[0].0, lowest());
        let ends: Vec<_> = parts.iter().skip(1).map(|(first_id, _)| Some(*first_id)).chain([None]).collect();
        let mut found = Entries::new();
        for ((first_id, packed), end) in parts.iter().zip(ends) {
            prop_assert!(end.is_none_or(|end| *first_id < end), "the ranges are not in order");
            let part = unpack(packed).unwrap();
            let is_inside = |id: &DataId| id >= first_id && end.is_none_or(|end| *id < end);
            prop_assert!(part.keys().all(is_inside), "an entry is out of its range");
            found.extend(part);
        }
        prop_assert_eq!(found, entries);
    }

    #[test]
    fn each_part_fits_unless_it_is_one_entry(
        entries in entries(80),
        fill in select(vec![SEGMENT_BYTES, SEGMENT_BYTES / 2]),
    ) {
        let parts = parts(&entries, lowest(), fill, PARTS).unwrap();
        for (_, packed) in &parts {
            prop_assert!(packed.len() <= fill || unpack(packed).unwrap().len() == 1, "{:?}", lens(&parts));
        }
    }

    #[test]
    fn parts_behind_each_other_are_filled(entries in entries(80)) {
        let parts = parts(&entries, lowest(), SEGMENT_BYTES, PARTS).unwrap();
        for pair in parts.windows(2) {
            let [part, next] = [0, 1].map(|at| unpack(&pair[at].1).unwrap());
            let mut fuller = part;
            fuller.extend(next.into_iter().take(1));
            let bytes = pack(&fuller).unwrap().len() + 3 * fuller.len();
            prop_assert!(bytes > SEGMENT_BYTES, "one more entry would have fitted: {:?}", lens(&parts));
        }
    }
}

#[test]
fn there_are_no_more_parts_than_are_asked_for() {
    let entries: Entries = (1..=20).map(|number| (data_id(number), tagged(60))).collect();
    // An entry has 1,100 bytes, and another one with the same tags takes 80 more.
    let parts = parts(&entries, lowest(), 1_150, 7).unwrap();
    assert_eq!(parts.len(), 7);
    let found: Vec<_> = parts.iter().map(|(_, packed)| unpack(packed).unwrap()).collect();
    assert!(found[..6].iter().all(|part| part.len() == 1));
    assert_eq!(found.into_iter().flatten().collect::<Entries>(), entries);
}

#[test]
fn cuts_fit_a_transaction_whatever_they_are_cut_from() {
    let user = UserId::parse("ann").unwrap();
    let entries: Entries = (1..=200).map(|number| (data_id(number), tagged(101))).collect();
    let mut cuts = Cuts::default();
    assert!(cuts.is_empty());
    cuts.replace(&user, None, &entries.clone().into_iter().take(50).collect(), SEGMENT_BYTES).unwrap();
    assert_eq!((cuts.len(), cuts.is_full()), (50, false));
    cuts.add(&user, &entries, SEGMENT_BYTES).unwrap();
    assert_eq!((cuts.len(), cuts.is_full()), (PARTS, true));
    let mut transaction = Transaction::new();
    cuts.write(&mut transaction);
    assert_eq!(transaction.len(), PARTS);
}

#[test]
fn entries_that_fit_stay_in_one_segment() {
    let one = Entries::from([(data_id(1), tagged(1_000))]);
    let small: Entries = (0..20).map(|number| (data_id(number), note())).collect();
    for entries in [Entries::new(), one, small] {
        let parts = parts(&entries, data_id(0), SEGMENT_BYTES, PARTS).unwrap();
        assert_eq!(parts.len(), 1);
        assert_eq!(unpack(&parts[0].1).unwrap(), entries);
    }
}

#[test]
fn a_new_segment_is_never_taken_for_an_older_one() {
    let user = UserId::parse("ann").unwrap();
    let revision = || Segment::new(&user, lowest(), Vec::new()).revision;
    let drawn: BTreeSet<u64> = (0..1_000).map(|_| revision()).collect();
    assert_eq!(drawn.len(), 1_000);
    // DynamoDB's numbers have 38 digits, and a reader in another language may have 53 bits for them.
    assert!(drawn.iter().all(|revision| *revision < 1 << 50));
}
