use std::collections::BTreeMap;

use proptest::collection::{btree_map, btree_set};
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::bytes::Bytes;
use crate::error::Malformed;

fn occurrence(document: u32, in_title: bool, places: Places) -> Occurrence {
    Occurrence { posting: Posting { document: DocumentNumber(document), in_title }, places }
}

fn list_of(documents: BTreeMap<u32, (bool, Places)>) -> Vec<Occurrence> {
    documents.into_iter().map(|(document, (title, places))| occurrence(document, title, places)).collect()
}

fn places(most: usize) -> impl Strategy<Value = Places> {
    btree_set(any::<u32>(), 0..=most).prop_map(Places::of)
}

/// Dense lists, which are stored in bits, and sparse ones, with titles of all kinds.
fn list() -> impl Strategy<Value = Vec<Occurrence>> {
    let title = prop_oneof![Just(0.0), Just(1.0), Just(0.5)].prop_flat_map(proptest::bool::weighted);
    let last = prop_oneof![Just(80_u32), Just(5_000), Just(u32::MAX - 9)];
    (title, last, select(&[0, 1, 2, 40][..])).prop_flat_map(|(title, last, most)| {
        btree_map(0..=last, (Just(title), places(most)), 1..60).prop_map(list_of)
    })
}

fn mixed_list() -> impl Strategy<Value = Vec<Occurrence>> {
    let last = prop_oneof![Just(80_u32), Just(5_000)];
    last.prop_flat_map(|last| btree_map(0..=last, (any::<bool>(), places(1)), 1..60).prop_map(list_of))
}

fn bytes_of(list: &[Occurrence]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_list(list, &mut bytes);
    bytes
}

proptest! {
    #[test]
    fn a_list_is_read_as_it_was_written(list in prop_oneof![list(), mixed_list()], after: u8) {
        let mut bytes = bytes_of(&list);
        bytes.push(after);
        let mut rest = Bytes::new(&bytes);
        let read = PostingList::read(&mut rest);
        prop_assert_eq!(rest.rest(), [after]);
        prop_assert_eq!(read.map(|read| read.occurrences().collect()), Ok(list));
    }

    #[test]
    fn any_bytes_are_a_list_or_an_error(bytes: Vec<u8>) {
        if let Ok(list) = PostingList::read(&mut Bytes::new(&bytes)) {
            prop_assert_eq!(list.occurrences().count(), list.postings().count());
        }
    }
}

#[test]
fn a_rare_term_costs_a_byte_for_the_list_and_one_for_the_document() {
    assert_eq!(bytes_of(&[occurrence(100, true, Places::default())]).len(), 2);
}

#[test]
fn a_term_of_every_document_takes_a_bit_for_each() {
    let list: Vec<_> = (0..800).map(|document| occurrence(document, false, Places::default())).collect();
    assert_eq!(bytes_of(&list).len(), 2 + 1 + 100);
}

#[test]
fn frequent_terms_take_little_more_than_the_information_in_them() {
    // A random choice of one document in 20 has 5.7 bits of information for each chosen one.
    let is_in = |document: &u32| document.wrapping_mul(2_654_435_769) >> 16 & 0xffff < 65_536 / 20;
    let list: Vec<_> =
        (0..20_000).filter(is_in).map(|document| occurrence(document, false, Places::default())).collect();
    let bits = bytes_of(&list).len() * 8;
    assert!(list.len() > 900 && bits < list.len() * 6, "{bits} bits for {} documents", list.len());
}

#[test]
fn a_word_that_a_text_has_once_takes_five_bits_more() {
    let list = |places| (0..80).map(|document| occurrence(document, false, places)).collect::<Vec<_>>();
    let without = bytes_of(&list(Places::default())).len();
    assert_eq!(bytes_of(&list(Places::of([77]))).len(), without + 50);
    assert_eq!(bytes_of(&list(Places::of(0..20_000))).len(), without + 180);
}

#[test]
fn words_that_follow_each_other_have_places_that_do() {
    for first in 0..40 {
        let (one, next) = (Places::of([first, first + 7]), Places::of([first + 1]));
        assert_eq!(one.followed_by(next), next);
        assert!(next.followed_by(one).is_empty());
    }
    assert!(Places::default().is_empty() && !Places::of([16]).is_empty());
}

#[test]
fn places_that_end_early_are_refused() {
    let mut bytes = bytes_of(&[occurrence(1, true, Places::of([1, 2, 3]))]);
    bytes.pop();
    assert_eq!(PostingList::read(&mut Bytes::new(&bytes)).map(|_| ()), Err(Malformed::Truncated));
}

#[test]
fn a_list_that_ends_early_is_refused() {
    let list: Vec<_> = (0..800).map(|document| occurrence(document * 3, false, Places::default())).collect();
    let mut bytes = bytes_of(&list);
    bytes.pop();
    assert_eq!(PostingList::read(&mut Bytes::new(&bytes)).map(|_| ()), Err(Malformed::Truncated));
}

#[test]
fn codes_of_more_than_31_bits_are_refused() {
    // Two documents without titles in codes of 32 bits.
    let bytes = [1 << HEADER_BITS | 3, 32 << TITLE_BITS, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(PostingList::read(&mut Bytes::new(&bytes)).map(|_| ()), Err(Malformed::Number { limit: 31 }));
}
