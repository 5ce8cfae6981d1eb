use proptest::prelude::*;

use super::*;
use crate::numbers::DocumentNumber;
use crate::posting::{Places, Posting};
use crate::samples::{documents_of, lists, term};

fn one(document: u32) -> Vec<Occurrence> {
    let posting = Posting { document: DocumentNumber(document), in_title: false };
    vec![Occurrence { posting, places: Places::default() }]
}

/// A block with the terms a, b, ba and c.
fn sample() -> Vec<u8> {
    let mut block = BlockWriter::new();
    for (text, document) in [("a", 1), ("b", 2), ("ba", 3), ("c", 4)] {
        assert!(block.push(&term(text), &one(document), usize::MAX));
    }
    block.take()
}

proptest! {
    #[test]
    fn a_block_is_read_as_it_was_written(lists in lists(100)) {
        let mut block = BlockWriter::new();
        for (term, list) in &lists {
            prop_assert!(block.push(term, list, usize::MAX));
        }
        let bytes = block.take();
        let block = Block::read(&bytes).expect("it is a block");
        let read: Result<Vec<_>, _> =
            block.entries().map(|entry| entry.map(|entry| (entry.term, entry.list.occurrences().collect()))).collect();
        prop_assert_eq!(read, Ok(lists.clone()));
        for (term, list) in &lists {
            let found = block.find(term).expect("the bytes are whole");
            prop_assert_eq!(found.map(|found| found.occurrences().collect()), Some(list.clone()));
        }
    }

    #[test]
    fn any_bytes_are_a_block_or_an_error(mut bytes: Vec<u8>, form: bool) {
        if form {
            bytes.insert(0, FORM);
        }
        if let Ok(block) = Block::read(&bytes) {
            prop_assert!(block.entries().count() <= bytes.len());
            let _ = block.find(&term("b"));
        }
    }

    #[test]
    fn a_damaged_block_gives_terms_in_order_or_an_error(position in 1_usize..30, value: u8) {
        let mut bytes = sample();
        let position = position % bytes.len();
        bytes[position] = value;
        if let Ok(block) = Block::read(&bytes) {
            let terms: Vec<_> = block.entries().filter_map(|entry| Some(entry.ok()?.term)).collect();
            prop_assert!(terms.is_sorted_by(|one, other| one < other));
        }
    }
}

#[test]
fn a_prefix_finds_the_terms_that_begin_with_it() {
    let bytes = sample();
    let block = Block::read(&bytes).unwrap();
    let terms = |prefix: &str| -> Vec<Term> {
        block.with_prefix(prefix.as_bytes()).map(|entry| entry.unwrap().term).collect()
    };
    assert_eq!(terms("b"), [term("b"), term("ba")]);
    assert_eq!(terms("ba"), [term("ba")]);
    assert_eq!(terms("bb"), []);
    assert_eq!(terms(""), ["a", "b", "ba", "c"].map(term));
}

#[test]
fn a_term_that_is_not_there_is_not_found() {
    let bytes = sample();
    let block = Block::read(&bytes).unwrap();
    assert!(block.find(&term("bb")).unwrap().is_none());
    assert_eq!(documents_of(block.find(&term("ba")).unwrap().as_ref()), [3]);
}

#[test]
fn a_list_that_exceeds_the_size_leaves_the_block_as_it_was() {
    let mut block = BlockWriter::new();
    assert!(block.push(&term("a"), &one(1), 5));
    let before = block.clone().take();
    assert!(!block.push(&term("b"), &one(2), before.len()));
    assert_eq!(block.take(), before);
    assert!(block.is_empty());
}
