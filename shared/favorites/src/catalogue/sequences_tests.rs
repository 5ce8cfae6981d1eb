use single_table::EpochSeconds;
use uuid::Uuid;

use super::*;
use crate::catalogue::entry::{Entry, Facet};

fn id(number: u128) -> DataId {
    DataId::from(Uuid::from_u128(number))
}

fn entry(version: u64) -> Entry {
    Entry { trash: Facet::Present { version, item: EpochSeconds::new(1) }, ..Entry::default() }
}

fn journal(entries: &[(u128, u64)]) -> Entries {
    entries.iter().map(|(number, version)| (id(*number), entry(*version))).collect()
}

fn numbers(sequences: &Sequences) -> Vec<(u128, u64)> {
    sequences.iter().map(|(data_id, number)| (data_id.as_uuid().as_u128(), number)).collect()
}

#[test]
fn an_entry_keeps_its_number_until_it_changes() {
    let before = journal(&[(1, 1), (2, 1), (3, 1)]);
    let first = Sequences::default().next(&Entries::new(), &before, 5);
    assert_eq!(numbers(&first), [(1, 5), (2, 5), (3, 5)]);
    let after = journal(&[(1, 1), (2, 2), (4, 1)]);
    let second = first.next(&before, &after, 9);
    assert_eq!(numbers(&second), [(1, 5), (2, 9), (4, 9)]);
    assert_eq!(first.removed(&before, &after, 9), BTreeMap::from([(id(3), 5)]));
}

#[test]
fn entries_of_a_head_that_numbered_nothing_change_with_the_next_one() {
    let before = journal(&[(1, 1), (2, 1)]);
    let after = journal(&[(1, 1)]);
    assert_eq!(numbers(&Sequences::default().next(&before, &after, 7)), [(1, 7)]);
    assert_eq!(Sequences::default().removed(&before, &after, 7), BTreeMap::from([(id(2), 7)]));
}

#[test]
fn numbers_take_a_byte_or_two_and_are_read_back() {
    let entries = journal(&[(1, 1), (2, 1), (3, 1)]);
    let sequences = Sequences(BTreeMap::from([(id(1), 1_000_000), (id(2), 999_990), (id(3), 990_000)]));
    let packed = sequences.pack(1_000_000).unwrap();
    assert_eq!(packed.len(), 1 + 1 + 1 + 2);
    assert_eq!(Sequences::read(&packed, &entries, 1_000_000).unwrap(), sequences);
}

#[test]
fn numbers_that_don_t_fit_the_journal_are_not_read() {
    let entries = journal(&[(1, 1), (2, 1)]);
    let packed = Sequences(BTreeMap::from([(id(1), 3)])).pack(3).unwrap();
    let error = Sequences::read(&packed, &entries, 3).unwrap_err();
    assert_eq!(error.to_string(), "there are 1 numbers for 2 entries");
    assert!(matches!(Sequences::read(&[0xff], &entries, 3), Err(SequenceError::Bytes(_))));
}
