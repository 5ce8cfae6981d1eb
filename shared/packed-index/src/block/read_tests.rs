use proptest::prelude::*;

use super::*;
use crate::block::{BlockError, BlockWriter, FORM};
use crate::fence::Chunk;
use crate::numbers::DocumentNumber;
use crate::posting::{Occurrence, Places, Posting};
use crate::samples::{documents_of, lists, term};

fn fence(text: &str, chunk: u16) -> Fence {
    Fence { term: term(text), chunk: Chunk(chunk) }
}

fn one(document: u32) -> Vec<Occurrence> {
    vec![Occurrence {
        posting: Posting { document: DocumentNumber(document), in_title: false },
        places: Places::default(),
    }]
}

/// The terms a, b, ba and c, between the fences a and d.
fn sample() -> Vec<u8> {
    let mut block = BlockWriter::new(fence("a", 0));
    for (text, document) in [("a", 1), ("b", 2), ("ba", 3), ("c", 4)] {
        block.push(&term(text), &one(document)).expect("the terms are in order");
    }
    block.finish(Some(&fence("d", 7))).expect("the next fence is after them")
}

proptest! {
    #[test]
    fn a_block_is_read_as_it_was_written(lists in lists(100), chunk: u16) {
        let mut block = BlockWriter::new(Fence::default());
        for (term, list) in &lists {
            prop_assert_eq!(block.push(term, list), Ok(()));
        }
        let next = Fence { term: lists.last().map(|(term, _)| term.clone()).unwrap_or_default(), chunk: Chunk(chunk.max(1)) };
        let bytes = block.finish(Some(&next)).expect("the fence is after all terms");
        let block = Block::read(Fence::default(), &bytes).expect("it is a block");
        prop_assert_eq!(block.next(), Some(&next));
        let read: Result<Vec<_>, _> =
            block.entries().map(|entry| entry.map(|entry| (entry.term, entry.list.occurrences().collect()))).collect();
        prop_assert_eq!(read, Ok(lists.clone()));
        for (term, list) in &lists {
            let found = block.find(term).expect("the bytes are whole");
            prop_assert_eq!(found.map(|found| found.occurrences().collect()), Some(list.clone()));
        }
    }

    #[test]
    fn any_bytes_are_a_block_or_an_error(mut bytes: Vec<u8>, form: bool, text in "[a-c]{0,2}") {
        if form {
            bytes.splice(0..0, [FORM, 0]);
        }
        if let Ok(block) = Block::read(fence(&text, 3), &bytes) {
            prop_assert!(block.entries().count() <= bytes.len());
            let _ = block.find(&term("b"));
        }
    }

    #[test]
    fn a_damaged_block_gives_terms_in_order_or_an_error(position in 2_usize..30, value: u8) {
        let mut bytes = sample();
        let position = position % bytes.len();
        bytes[position] = value;
        if let Ok(block) = Block::read(fence("a", 0), &bytes) {
            let terms: Vec<_> = block.entries().filter_map(|entry| Some(entry.ok()?.term)).collect();
            prop_assert!(terms.is_sorted_by(|one, other| one < other));
        }
    }
}

#[test]
fn a_prefix_finds_the_terms_that_begin_with_it() {
    let bytes = sample();
    let block = Block::read(fence("a", 0), &bytes).unwrap();
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
    let block = Block::read(fence("a", 0), &bytes).unwrap();
    assert!(block.find(&term("bb")).unwrap().is_none());
    assert_eq!(documents_of(block.find(&term("ba")).unwrap().as_ref()), [3]);
}

#[test]
fn the_next_fence_shows_whether_to_read_on() {
    let bytes = sample();
    let block = Block::read(fence("a", 0), &bytes).unwrap();
    assert!(block.may_continue(&term("d")) && !block.may_continue(&term("c")));
    assert!(
        block.may_continue_prefix(b"d") && block.may_continue_prefix(b"") && !block.may_continue_prefix(b"c")
    );
}

#[test]
fn an_empty_block_is_short() {
    let bytes = BlockWriter::new(fence("quartz", 0)).finish(Some(&fence("quarry", 0)));
    assert_eq!(bytes, Err(BlockError::Term(term("quarry"))));
    let bytes = BlockWriter::new(fence("quarry", 0)).finish(Some(&fence("quartz", 0))).unwrap();
    assert_eq!(bytes.len(), 6);
    assert_eq!(Block::read(fence("quarry", 0), &bytes).unwrap().entries().count(), 0);
}

#[test]
fn terms_out_of_order_are_refused() {
    let mut block = BlockWriter::new(fence("b", 0));
    assert_eq!(block.push(&term("a"), &one(0)), Err(BlockError::Term(term("a"))));
    block.push(&term("c"), &one(0)).unwrap();
    assert_eq!(block.push(&term("c"), &one(0)), Err(BlockError::Term(term("c"))));
    assert_eq!(block.push(&term("d"), &[]), Err(BlockError::Documents(term("d"))));
    assert_eq!(block.finish(Some(&fence("bb", 0))), Err(BlockError::Term(term("bb"))));
}
